# What the targets of Wend have in common.

# Sources of the given folders, in a fixed order.
function(wend_glob result)
    set(sources)
    foreach(folder IN LISTS ARGN)
        file(GLOB_RECURSE found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.c")
        list(SORT found)
        list(APPEND sources ${found})
    endforeach()
    set(${result} ${sources} PARENT_SCOPE)
endfunction()

# The language and the warnings of everything that is shipped. No contraction of a * b + c: the same bits everywhere.
function(wend_language target)
    set_target_properties(${target} PROPERTIES C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF CXX_STANDARD 17
                                               CXX_STANDARD_REQUIRED ON C_VISIBILITY_PRESET hidden)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -ffp-contract=off)
    if(CMAKE_SYSTEM_PROCESSOR STREQUAL "s390x" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
        target_compile_options(${target} PRIVATE -fexcess-precision=fast) # otherwise floats are computed as doubles
    endif()
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes -Wvla>)
    if(WEND_WERROR)
        target_compile_options(${target} PRIVATE -Werror)
    endif()
endfunction()

function(wend_strict target)
    wend_language(${target})
    target_compile_options(${target} PRIVATE -Wconversion -Wsign-conversion)
    if(MINGW)
        target_compile_options(${target} PRIVATE -Wno-float-conversion) # its isfinite has a branch for floats
    endif()
endfunction()

# A library that is installed.
function(wend_library target)
    target_include_directories(
        ${target}
        PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
        PRIVATE "${PROJECT_SOURCE_DIR}/src")
    set_target_properties(${target} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION
                                               ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    if(BUILD_SHARED_LIBS)
        target_compile_definitions(${target} PUBLIC WEND_SHARED PRIVATE WEND_BUILDING)
    endif()
endfunction()

# One program per file that matches, linked with the rest of the arguments, in a folder of the build.
function(wend_programs folder pattern)
    file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${pattern}")
    list(SORT found)
    foreach(source IN LISTS found)
        get_filename_component(name "${source}" NAME_WE)
        add_executable(${name} "${source}")
        wend_language(${name})
        target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/src")
        target_link_libraries(${name} PRIVATE ${ARGN})
        set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/${folder}")
    endforeach()
endfunction()
