#compdef ttcp nettp
# SPDX-License-Identifier: MIT
# zsh completion for ttcp, and for the link nettp.

_ttcp_congestion() {
  local -a names
  names=(${=$(</proc/sys/net/ipv4/tcp_available_congestion_control)})
  _describe 'congestion control' names
}

_ttcp_nettp() {
  _arguments -s \
    '(-c)-s[serve clients until stopped]' \
    '(-s)-c[send COUNT blocks of SIZE bytes to HOST]' \
    '-p[TCP port]:port [1515]:' \
    '(-6)-4[IPv4 only]' \
    '(-4)-6[IPv6 only]' \
    '--bind[own address]:address:' \
    '--help[show the options]' \
    '--version[show the version]' \
    '1:host:_hosts' '2:size:' '3:count:'
}

_ttcp_classic() {
  _arguments -s \
    '(-r)-t[transmit to HOST]' \
    '(-t)-r[receive]' \
    '-s[made-up data, or throw away what arrives]' \
    '-u[UDP instead of TCP]' \
    '-v[report more]' \
    '-d[SO_DEBUG]' \
    '-D[send at once, TCP_NODELAY]' \
    '-B[read whole buffers]' \
    '-T[touch every byte that arrives]' \
    '(-6)-4[IPv4 only]' \
    '(-4)-6[IPv6 only]' \
    '-b[socket buffer]:bytes:' \
    '-f[unit of rates]:unit:(k K m M g G)' \
    '-l[bytes in a buffer or datagram]:bytes [8192]:' \
    '-n[buffers to transmit]:count [2048]:' \
    '-p[port]:port [5001]:' \
    '-A[alignment of the buffer]:modulus [16384]:' \
    '-O[start past the alignment]:bytes [0]:' \
    '--time=[end after so many seconds]:seconds:' \
    '--bytes=[end after so many bytes]:bytes:' \
    '--random[data that cannot be compressed]' \
    '--interval=[a line for every so many seconds]:seconds:' \
    '--json=-[one line of JSON]::descriptor:' \
    '--timeout=[give up when nothing moved for so long]:seconds:' \
    '--bind=[own address]:address:' \
    '--congestion=[congestion control of TCP]:name:_ttcp_congestion' \
    '--help[show the options]' \
    '--version[show the version]' \
    '1:host:_hosts'
}

_ttcp() {
  if [[ $service == nettp ]]; then
    _ttcp_nettp
  elif (( CURRENT > 2 )) && [[ $words[2] == nettp ]]; then
    shift words
    (( CURRENT-- ))
    _ttcp_nettp
  elif (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    local -a commands
    commands=('dialogue:ask for everything, as routers do' 'nettp:random data, measured at both ends'
      'help:what there is' 'version:the version' '-t:transmit' '-r:receive')
    _describe 'command' commands
  elif [[ $words[2] == -* ]]; then
    _ttcp_classic
  fi
}

_ttcp "$@"
