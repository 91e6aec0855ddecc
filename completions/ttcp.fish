# SPDX-License-Identifier: MIT
# fish completion for ttcp, and for the link nettp.

function __ttcp_congestion
    string split ' ' (cat /proc/sys/net/ipv4/tcp_available_congestion_control 2>/dev/null)
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

complete -c ttcp -f
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
