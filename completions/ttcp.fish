# SPDX-License-Identifier: MIT
# fish completion for ttcp, and for the link nettp.

function __ttcp_congestion
    string split ' ' (cat /proc/sys/net/ipv4/tcp_available_congestion_control 2>/dev/null)
end

function __ttcp_dscp
    printf '%s\n' EF AF{1,2,3,4}{1,2,3} CS(seq 0 7)
end

# True once the first word is an option: the classic grammar.
function __ttcp_is_classic
    set -l words (commandline -opc) (commandline -ct)
    string match -q -- '-*' $words[2]
end

# True after "nettp" or "ttcp nettp".
function __ttcp_is_nettp
    set -l words (commandline -opc)
    string match -q -- '*nettp' $words[1]; or test "$words[2]" = nettp
end

function __ttcp_is_test
    set -l words (commandline -opc)
    test "$words[2]" = test
end

function __ttcp_is_serve
    set -l words (commandline -opc)
    test "$words[2]" = serve
end

complete -c ttcp -f
complete -c ttcp -n __fish_is_first_arg -a test -d 'measure the path to a server'
complete -c ttcp -n __fish_is_first_arg -a serve -d 'serve tests'
complete -c ttcp -n __fish_is_first_arg -a dialogue -d 'ask for everything, as routers do'
complete -c ttcp -n __fish_is_first_arg -a nettp -d 'random data, measured at both ends'
complete -c ttcp -n __fish_is_first_arg -a help -d 'what there is'
complete -c ttcp -n __fish_is_first_arg -a version -d 'the version'

complete -c ttcp -n __ttcp_is_classic -s t -xa '(__fish_print_hostnames)' -d 'transmit to HOST'
complete -c ttcp -n __ttcp_is_classic -s r -d receive
complete -c ttcp -n __ttcp_is_classic -s s -d 'made-up data, or throw away what arrives'
complete -c ttcp -n __ttcp_is_classic -s u -d 'UDP instead of TCP'
complete -c ttcp -n __ttcp_is_classic -s v -d 'report more'
complete -c ttcp -n __ttcp_is_classic -s d -d SO_DEBUG
complete -c ttcp -n __ttcp_is_classic -s D -d 'send at once, TCP_NODELAY'
complete -c ttcp -n __ttcp_is_classic -s B -d 'read whole buffers'
complete -c ttcp -n __ttcp_is_classic -s T -d 'touch every byte that arrives'
complete -c ttcp -n __ttcp_is_classic -s 4 -d 'IPv4 only'
complete -c ttcp -n __ttcp_is_classic -s 6 -d 'IPv6 only'
complete -c ttcp -n __ttcp_is_classic -s b -x -d 'bytes of socket buffer'
complete -c ttcp -n __ttcp_is_classic -s f -xa 'k K m M g G' -d 'unit of rates'
complete -c ttcp -n __ttcp_is_classic -s l -x -d 'bytes in a buffer or datagram'
complete -c ttcp -n __ttcp_is_classic -s n -x -d 'buffers to transmit'
complete -c ttcp -n __ttcp_is_classic -s p -x -d port
complete -c ttcp -n __ttcp_is_classic -s A -x -d 'alignment of the buffer'
complete -c ttcp -n __ttcp_is_classic -s O -x -d 'bytes past the alignment'
complete -c ttcp -n __ttcp_is_classic -l time -x -d 'end after so many seconds'
complete -c ttcp -n __ttcp_is_classic -l bytes -x -d 'end after so many bytes'
complete -c ttcp -n __ttcp_is_classic -l random -d 'data that cannot be compressed'
complete -c ttcp -n __ttcp_is_classic -l interval -x -d 'a line for every so many seconds'
complete -c ttcp -n __ttcp_is_classic -l json -d 'one line of JSON'
complete -c ttcp -n __ttcp_is_classic -l timeout -x -d 'give up when nothing moved for so long'
complete -c ttcp -n __ttcp_is_classic -l bind -x -d 'own address'
complete -c ttcp -n __ttcp_is_classic -l congestion -xa '(__ttcp_congestion)' -d 'congestion control of TCP'
complete -c ttcp -n __ttcp_is_classic -l help -d 'show the options'
complete -c ttcp -n __ttcp_is_classic -l version -d 'show the version'

complete -c ttcp -n __ttcp_is_test -a '(__fish_print_hostnames)' -d host
complete -c ttcp -n __ttcp_is_test -l up -d 'upload only'
complete -c ttcp -n __ttcp_is_test -s R -d 'download only'
complete -c ttcp -n __ttcp_is_test -l down -d 'download only'
complete -c ttcp -n __ttcp_is_test -l reverse -d 'download only'
complete -c ttcp -n __ttcp_is_test -l both -d 'upload and download at the same time'
complete -c ttcp -n __ttcp_is_test -l bidir -d 'upload and download at the same time'
complete -c ttcp -n __ttcp_is_test -s t -x -d 'each run takes exactly so long'
complete -c ttcp -n __ttcp_is_test -l time -x -d 'each run takes exactly so long'
complete -c ttcp -n __ttcp_is_test -s n -x -d 'each direction moves so much'
complete -c ttcp -n __ttcp_is_test -l bytes -x -d 'each direction moves so much'
complete -c ttcp -n __ttcp_is_test -s P -x -d 'connections in each direction'
complete -c ttcp -n __ttcp_is_test -l streams -x -d 'connections in each direction'
complete -c ttcp -n __ttcp_is_test -s O -x -d 'the start that never counts as steady'
complete -c ttcp -n __ttcp_is_test -l omit -x -d 'the start that never counts as steady'
complete -c ttcp -n __ttcp_is_test -l no-idle -d 'leave out the latency of the quiet path'
complete -c ttcp -n __ttcp_is_test -l repeat -x -d 'measure each host so often'
complete -c ttcp -n __ttcp_is_test -l pause -x -d 'between repeats'
complete -c ttcp -n __ttcp_is_test -l expect -x -d 'exit status 1 when less is measured'
complete -c ttcp -n __ttcp_is_test -s u -d 'UDP instead of TCP'
complete -c ttcp -n __ttcp_is_test -l udp -d 'UDP instead of TCP'
complete -c ttcp -n __ttcp_is_test -s b -x -d 'payload of a direction per second'
complete -c ttcp -n __ttcp_is_test -l rate -x -d 'payload of a direction per second'
complete -c ttcp -n __ttcp_is_test -s w -x -d 'socket buffers at both ends'
complete -c ttcp -n __ttcp_is_test -l window -x -d 'socket buffers at both ends'
complete -c ttcp -n __ttcp_is_test -s l -x -d 'one write, or the payload of a datagram'
complete -c ttcp -n __ttcp_is_test -l length -x -d 'one write, or the payload of a datagram'
complete -c ttcp -n __ttcp_is_test -s C -xa '(__ttcp_congestion)' -d 'congestion control at both ends'
complete -c ttcp -n __ttcp_is_test -l congestion -xa '(__ttcp_congestion)' -d 'congestion control at both ends'
complete -c ttcp -n __ttcp_is_test -s N -d 'TCP_NODELAY at both ends'
complete -c ttcp -n __ttcp_is_test -l nodelay -d 'TCP_NODELAY at both ends'
complete -c ttcp -n __ttcp_is_test -s M -x -d 'largest TCP segment'
complete -c ttcp -n __ttcp_is_test -l mss -x -d 'largest TCP segment'
complete -c ttcp -n __ttcp_is_test -l dscp -xa '(__ttcp_dscp)' -d 'code point of the payload'
complete -c ttcp -n __ttcp_is_test -s p -x -d 'where no port is in HOST'
complete -c ttcp -n __ttcp_is_test -l port -x -d 'where no port is in HOST'
complete -c ttcp -n __ttcp_is_test -s B -x -d 'own address'
complete -c ttcp -n __ttcp_is_test -l bind -x -d 'own address'
complete -c ttcp -n __ttcp_is_test -l bind-dev -xa '(ls /sys/class/net 2>/dev/null)' -d 'own interface'
complete -c ttcp -n __ttcp_is_test -s 4 -d 'IPv4 only'
complete -c ttcp -n __ttcp_is_test -s 6 -d 'IPv6 only'
complete -c ttcp -n __ttcp_is_test -s i -x -d 'a line for every so many seconds'
complete -c ttcp -n __ttcp_is_test -l interval -x -d 'a line for every so many seconds'
complete -c ttcp -n __ttcp_is_test -s J -d 'the whole record as JSON'
complete -c ttcp -n __ttcp_is_test -l json -d 'the whole record as JSON'
complete -c ttcp -n __ttcp_is_test -l json-lines -d 'one line of JSON for each event'
complete -c ttcp -n __ttcp_is_test -l json-stream -d 'one line of JSON for each event'
complete -c ttcp -n __ttcp_is_test -l csv -d 'one line for each direction'
complete -c ttcp -n __ttcp_is_test -l output -rF -d 'the output goes there'
complete -c ttcp -n __ttcp_is_test -s q -d 'no live line'
complete -c ttcp -n __ttcp_is_test -l quiet -d 'no live line'
complete -c ttcp -n __ttcp_is_test -s h -d 'show the options'
complete -c ttcp -n __ttcp_is_test -l help -d 'show the options'
complete -c ttcp -n __ttcp_is_test -l version -d 'show the version'

complete -c ttcp -n __ttcp_is_serve -l listen -x -d 'listen there'
complete -c ttcp -n __ttcp_is_serve -s p -x -d 'the same as --listen with a port alone'
complete -c ttcp -n __ttcp_is_serve -l port -x -d 'the same as --listen with a port alone'
complete -c ttcp -n __ttcp_is_serve -l max-tests -x -d 'tests at the same time'
complete -c ttcp -n __ttcp_is_serve -l exclusive -d 'one test at a time'
complete -c ttcp -n __ttcp_is_serve -l max-duration -x -d 'longest run'
complete -c ttcp -n __ttcp_is_serve -l max-rate -x -d 'highest rate of a direction'
complete -c ttcp -n __ttcp_is_serve -l max-streams -x -d 'most connections of a direction'
complete -c ttcp -n __ttcp_is_serve -l allow -x -d 'serve only these clients'
complete -c ttcp -n __ttcp_is_serve -l once -d 'leave after so many tests'
complete -c ttcp -n __ttcp_is_serve -l json-lines -d 'one line of JSON for each event'
complete -c ttcp -n __ttcp_is_serve -s q -d 'print nothing but errors'
complete -c ttcp -n __ttcp_is_serve -l quiet -d 'print nothing but errors'
complete -c ttcp -n __ttcp_is_serve -s h -d 'show the options'
complete -c ttcp -n __ttcp_is_serve -l help -d 'show the options'
complete -c ttcp -n __ttcp_is_serve -l version -d 'show the version'

complete -c nettp -f
for command in ttcp nettp
    complete -c $command -n __ttcp_is_nettp -s s -d 'serve clients until stopped'
    complete -c $command -n __ttcp_is_nettp -s c -xa '(__fish_print_hostnames)' -d 'send COUNT blocks of SIZE bytes to HOST'
    complete -c $command -n __ttcp_is_nettp -s p -x -d 'TCP port'
    complete -c $command -n __ttcp_is_nettp -s 4 -d 'IPv4 only'
    complete -c $command -n __ttcp_is_nettp -s 6 -d 'IPv6 only'
    complete -c $command -n __ttcp_is_nettp -l bind -x -d 'own address'
    complete -c $command -n __ttcp_is_nettp -l help -d 'show the options'
    complete -c $command -n __ttcp_is_nettp -l version -d 'show the version'
end
