# Install rules: headers, libraries, the command, a CMake package and pkg-config files.
#
#     find_package(wend CONFIG REQUIRED)            # libwend as wend::wend
#     find_package(wend CONFIG REQUIRED file)       # and libwend-file as wend::file

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/wend")

install(DIRECTORY include/wend DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.h")
if(NOT WEND_FILE)
    foreach(name IN ITEMS file json)
        install(CODE "file(REMOVE \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}/wend/${name}.h\")")
    endforeach()
endif()

# One export set per library: libwend-file may be left out.
install(TARGETS wend EXPORT wend-core RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(EXPORT wend-core NAMESPACE wend:: FILE wend-core.cmake DESTINATION "${package_dir}")
if(WEND_FILE)
    install(TARGETS wend-file EXPORT wend-file RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" DESTINATION "${CMAKE_INSTALL_LIBDIR}")
    install(EXPORT wend-file NAMESPACE wend:: FILE wend-file.cmake DESTINATION "${package_dir}")
endif()
if(TARGET wend-cli)
    install(TARGETS wend-cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()

configure_package_config_file(cmake/wend-config.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/wend-config.cmake"
                              INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/wend-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/wend-config.cmake" "${CMAKE_CURRENT_BINARY_DIR}/wend-config-version.cmake"
        DESTINATION "${package_dir}")

# pkg-config: libraries that a static libwend pulls in are public ones there, since it is static by default. Each field
# is there once: of two lines some readers take the first, some the last.
if(WEND_NO_THREADS)
    set(system_libs " -lm")
else()
    set(system_libs " -pthread -lm")
endif()
if(BUILD_SHARED_LIBS)
    set(WEND_PC_LIBS_PRIVATE "${system_libs}")
    set(WEND_PC_CFLAGS " -DWEND_SHARED")
else()
    set(WEND_PC_LIBS "${system_libs}")
endif()
foreach(name IN ITEMS wend wend-file)
    if(name STREQUAL "wend" OR WEND_FILE)
        configure_file(cmake/${name}.pc.in "${CMAKE_CURRENT_BINARY_DIR}/${name}.pc" @ONLY)
        install(FILES "${CMAKE_CURRENT_BINARY_DIR}/${name}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
    endif()
endforeach()

# The page that `wend view` serves, where `make web` has built it.
install(FILES "${PROJECT_SOURCE_DIR}/build/web/wend.html" DESTINATION "${CMAKE_INSTALL_DATADIR}/wend" OPTIONAL)
