# Linux on another processor, with Debian's cross compilers or with clang on top of them; run by qemu-user.
#
#     cmake --preset aarch64        sets WEND_TRIPLE=aarch64-linux-gnu
#     cmake --preset aarch64-clang  and WEND_CROSS=clang
#
# Programs are linked statically, so that they run anywhere without a root folder of that machine.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES WEND_TRIPLE WEND_CROSS)
string(REGEX MATCH "^[^-]*" CMAKE_SYSTEM_PROCESSOR "${WEND_TRIPLE}")
set(CMAKE_SYSTEM_NAME Linux)
if(WEND_CROSS STREQUAL "clang")
    set(CMAKE_C_COMPILER clang)
    set(CMAKE_C_COMPILER_TARGET "${WEND_TRIPLE}")
else()
    set(CMAKE_C_COMPILER "${WEND_TRIPLE}-gcc")
endif()
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")
set(CMAKE_FIND_ROOT_PATH "/usr/${WEND_TRIPLE}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
