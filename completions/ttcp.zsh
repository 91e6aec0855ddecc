#compdef ttcp nettp
# SPDX-License-Identifier: MIT
# zsh completion for ttcp, and for the link nettp.

_ttcp_congestion() {
  local -a names
  names=(${=$(</proc/sys/net/ipv4/tcp_available_congestion_control)})
  _describe 'congestion control' names
}

_ttcp_dscp() {
  local -a names
  names=(EF AF{1..4}{1..3} CS{0..7})
  _describe 'code point' names
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

_ttcp_test() {
  _arguments -s \
    '--up[upload only]' \
    '(-R --down --reverse)-R[download only]' \
    '(-R --down --reverse)--down[download only]' \
    '(-R --down --reverse)--reverse[download only]' \
    '(--both --bidir)--both[upload and download at the same time]' \
    '(--both --bidir)--bidir[upload and download at the same time]' \
    '(-t --time)-t[each run takes exactly so long]:seconds:' \
    '(-t --time)--time=[each run takes exactly so long]:seconds:' \
    '(-n --bytes)-n[each direction moves so much]:size:' \
    '(-n --bytes)--bytes=[each direction moves so much]:size:' \
    '(-P --streams)-P[connections in each direction]:count [1]:' \
    '(-P --streams)--streams=[connections in each direction]:count [1]:' \
    '(-O --omit)-O[the start that never counts as steady]:seconds:' \
    '(-O --omit)--omit=[the start that never counts as steady]:seconds:' \
    '--no-idle[leave out the latency of the quiet path]' \
    '--repeat=[measure each host so often]:count:' \
    '--pause=[between repeats]:seconds [1]:' \
    '--expect=[exit status 1 when less is measured]:rate:' \
    '(-u --udp)-u[UDP instead of TCP]' \
    '(-u --udp)--udp[UDP instead of TCP]' \
    '(-b --rate)-b[payload of a direction per second]:rate:' \
    '(-b --rate)--rate=[payload of a direction per second]:rate:' \
    '(-w --window)-w[socket buffers at both ends]:size:' \
    '(-w --window)--window=[socket buffers at both ends]:size:' \
    '(-l --length)-l[one write, or the payload of a datagram]:size:' \
    '(-l --length)--length=[one write, or the payload of a datagram]:size:' \
    '(-C --congestion)-C[congestion control at both ends]:name:_ttcp_congestion' \
    '(-C --congestion)--congestion=[congestion control at both ends]:name:_ttcp_congestion' \
    '(-N --nodelay)-N[TCP_NODELAY at both ends]' \
    '(-N --nodelay)--nodelay[TCP_NODELAY at both ends]' \
    '(-M --mss)-M[largest TCP segment]:bytes:' \
    '(-M --mss)--mss=[largest TCP segment]:bytes:' \
    '--dscp=[code point of the payload]:code point:_ttcp_dscp' \
    '(-p --port)-p[where no port is in HOST]:port [5001]:' \
    '(-p --port)--port=[where no port is in HOST]:port [5001]:' \
    '(-B --bind)-B[own address]:address:' \
    '(-B --bind)--bind=[own address]:address:' \
    '--bind-dev=[own interface]:interface:_net_interfaces' \
    '(-6)-4[IPv4 only]' \
    '(-4)-6[IPv6 only]' \
    '(-i --interval)-i[a line for every so many seconds]:seconds:' \
    '(-i --interval)--interval=[a line for every so many seconds]:seconds:' \
    '(-J --json)-J[the whole record as JSON]' \
    '(-J --json)--json[the whole record as JSON]' \
    '(--json-lines --json-stream)--json-lines[one line of JSON for each event]' \
    '(--json-lines --json-stream)--json-stream[one line of JSON for each event]' \
    '--csv[one line for each direction]' \
    '--output=[the output goes there]:file:_files' \
    '(-q --quiet)-q[no live line]' \
    '(-q --quiet)--quiet[no live line]' \
    '(-h --help)-h[show the options]' \
    '(-h --help)--help[show the options]' \
    '--version[show the version]' \
    '*:host:_hosts'
}

_ttcp_serve() {
  _arguments -s \
    '*--listen=[listen there]:address:' \
    '*-p[the same as --listen with a port alone]:port:' \
    '*--port=[the same as --listen with a port alone]:port:' \
    '--max-tests=[tests at the same time]:count [64]:' \
    '--exclusive[one test at a time]' \
    '--max-duration=[longest run]:seconds:' \
    '--max-rate=[highest rate of a direction]:rate:' \
    '--max-streams=[most connections of a direction]:count [128]:' \
    '*--allow=[serve only these clients]:network:' \
    '--once=[leave after so many tests]::count [1]:' \
    '--json-lines[one line of JSON for each event]' \
    '(-q --quiet)-q[print nothing but errors]' \
    '(-q --quiet)--quiet[print nothing but errors]' \
    '(-h --help)-h[show the options]' \
    '(-h --help)--help[show the options]' \
    '--version[show the version]'
}

_ttcp() {
  if [[ $service == nettp ]]; then
    _ttcp_nettp
  elif (( CURRENT > 2 )) && [[ $words[2] == (test|serve|nettp) ]]; then
    local grammar=$words[2]
    shift words
    (( CURRENT-- ))
    _ttcp_$grammar
  elif (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    local -a commands
    commands=('test:measure the path to a server' 'serve:serve tests' 'dialogue:ask for everything, as routers do'
      'nettp:random data, measured at both ends' 'help:what there is' 'version:the version' '-t:transmit' '-r:receive')
    _describe 'command' commands
  elif [[ $words[2] == -* ]]; then
    _ttcp_classic
  fi
}

_ttcp "$@"
