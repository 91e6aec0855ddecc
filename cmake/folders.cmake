# One folder under src/ = one namespace = one library = one test program.
include(GoogleTest)

# Adds the sources of src/FOLDER (tests left out) to TARGET.
function(ttcp_sources target folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/*.cc)
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  target_sources(${target} PRIVATE ${sources})
endfunction()

# A test program whose cases ctest lists one by one; a case that calls GTEST_SKIP is reported as skipped, never as passed.
function(ttcp_test name)
  cmake_parse_arguments(arg "" "" "SOURCES;USES;LABELS;PROPERTIES" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_USES} GTest::gmock GTest::gtest_main)
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST
    PROPERTIES SKIP_REGULAR_EXPRESSION "\\[  SKIPPED \\]" LABELS "${arg_LABELS}" ${arg_PROPERTIES})
endfunction()

# The library ttcp_NAME of src/NAME, and NAME_test of the *_test.cc beside its sources.
function(ttcp_folder name)
  cmake_parse_arguments(arg "" "" "USES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cc)
  file(GLOB_RECURSE tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*_test.cc)
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  if(sources)
    add_library(ttcp_${name} STATIC ${sources})
    set(reach PUBLIC)
  else()
    add_library(ttcp_${name} INTERFACE)
    set(reach INTERFACE)
  endif()
  target_include_directories(ttcp_${name} ${reach} ${PROJECT_SOURCE_DIR}/src)
  target_include_directories(ttcp_${name} SYSTEM ${reach} ${BOOST_INCLUDE})
  target_link_libraries(ttcp_${name} ${reach} ${arg_USES})
  if(TTCP_TESTS AND tests)
    find_package(GTest REQUIRED)
    ttcp_test(${name}_test SOURCES ${tests} USES ttcp_${name} LABELS unit)
  endif()
endfunction()
