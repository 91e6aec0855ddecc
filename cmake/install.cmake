# What `cmake --install` places, and the test of it.
include(GNUInstallDirs)
option(TTCP_LINK_NETTP "Install the link nettp, which runs ttcp as nettp" OFF)
option(TTCP_LINK_IPERF3 "Install the link iperf3, which runs ttcp as iperf3" OFF)

install(TARGETS ttcp RUNTIME)
install(FILES docs/ttcp.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES completions/ttcp.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ttcp)
install(FILES completions/ttcp.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _ttcp)
install(FILES completions/ttcp.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

# Installs FOLDER/NAME as a symbolic link to ttcp beside it. Without WANTED only `--component NAME_link` does.
function(ttcp_link folder name wanted)
  if(wanted)
    set(unless_named)
  else()
    set(unless_named EXCLUDE_FROM_ALL)
  endif()
  install(CODE "
    set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${folder}\")
    message(STATUS \"Linking: \${folder}/${name} -> ttcp\")
    file(MAKE_DIRECTORY \"\${folder}\")
    file(CREATE_LINK ttcp \"\${folder}/${name}\" SYMBOLIC)"
    COMPONENT ${name}_link ${unless_named})
endfunction()
ttcp_link(${CMAKE_INSTALL_BINDIR} nettp "${TTCP_LINK_NETTP}")
ttcp_link(${CMAKE_INSTALL_BINDIR} iperf3 "${TTCP_LINK_IPERF3}")

if(TTCP_TESTS)
  add_test(NAME install.places_everything_and_links_only_when_asked
    COMMAND ${PROJECT_SOURCE_DIR}/tools/install_test ${CMAKE_COMMAND} ${PROJECT_BINARY_DIR}
      $<BOOL:${TTCP_LINK_NETTP}> $<BOOL:${TTCP_LINK_IPERF3}>)
  add_test(NAME completions.offer_what_the_help_names
    COMMAND ${PROJECT_SOURCE_DIR}/tools/completions_test $<TARGET_FILE:ttcp>)
endif()
