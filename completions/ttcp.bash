# SPDX-License-Identifier: MIT
# bash completion for ttcp, and for the link nettp.

# The values that belong to the option before the cursor; status 1 when it takes none.
_ttcp_value() {
  local option=$1 word=$2
  case $option in
    -f) COMPREPLY=($(compgen -W 'k K m M g G' -- "$word")) ;;
    --congestion)
      COMPREPLY=($(compgen -W "$(cat /proc/sys/net/ipv4/tcp_available_congestion_control 2>/dev/null)" -- "$word")) ;;
    -b | -l | -n | -p | -A | -O | --time | --bytes | --interval | --timeout | --bind) COMPREPLY=() ;;
    *) return 1 ;;
  esac
}

_ttcp_nettp() {
  local word=$1
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W '-s -c -p -4 -6 --bind --help --version' -- "$word"))
  elif [[ $2 == -c ]]; then
    COMPREPLY=($(compgen -A hostname -- "$word"))
  fi
}

_ttcp_classic() {
  local word=$1
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W '-t -r -s -u -v -d -D -B -T -4 -6 -b -f -l -n -p -A -O --time --bytes --random --interval
      --json --timeout --bind --congestion --help --version' -- "$word"))
  elif [[ " ${COMP_WORDS[*]} " == *' -'*t* ]]; then
    COMPREPLY=($(compgen -A hostname -- "$word"))
  fi
}

_ttcp() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  # readline splits --congestion=cu into three words.
  if [[ $word == = ]]; then word=""; elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi
  COMPREPLY=()
  if _ttcp_value "$before" "$word"; then return; fi
  if [[ ${COMP_WORDS[0]##*/} == nettp || ( ${COMP_WORDS[1]} == nettp && COMP_CWORD -gt 1 ) ]]; then
    _ttcp_nettp "$word" "$before"
  elif [[ $COMP_CWORD -eq 1 && $word != -* ]]; then
    COMPREPLY=($(compgen -W 'dialogue nettp help version' -- "$word"))
    if [[ -z $word ]]; then COMPREPLY+=(-t -r); fi
  elif [[ ${COMP_WORDS[1]} == -* ]]; then
    _ttcp_classic "$word"
  fi
}

complete -F _ttcp ttcp nettp
