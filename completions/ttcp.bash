# SPDX-License-Identifier: MIT
# bash completion for ttcp, and for the link nettp.

_ttcp_congestions() {
  COMPREPLY=($(compgen -W "$(cat /proc/sys/net/ipv4/tcp_available_congestion_control 2>/dev/null)" -- "$1"))
}

# _ttcp_X_value OPTION WORD: the values of OPTION, which is the word before the cursor; status 1 when it takes none.
_ttcp_classic_value() {
  local option=$1 word=$2
  case $option in
    -f) COMPREPLY=($(compgen -W 'k K m M g G' -- "$word")) ;;
    --congestion) _ttcp_congestions "$word" ;;
    -b | -l | -n | -p | -A | -O | --time | --bytes | --interval | --timeout | --bind) COMPREPLY=() ;;
    *) return 1 ;;
  esac
}

_ttcp_nettp_value() {
  case $1 in
    -p | --bind) COMPREPLY=() ;;
    *) return 1 ;;
  esac
}

_ttcp_test_value() {
  local option=$1 word=$2
  case $option in
    -C | --congestion) _ttcp_congestions "$word" ;;
    --dscp) COMPREPLY=($(compgen -W "$(echo EF AF{1..4}{1..3} CS{0..7})" -- "$word")) ;;
    --bind-dev) COMPREPLY=($(compgen -W "$(ls /sys/class/net 2>/dev/null)" -- "$word")) ;;
    --output) COMPREPLY=($(compgen -A file -- "$word")) ;;
    -t | --time | -P | --streams | -b | --rate | -n | --bytes | -O | --omit | -w | --window | -l | --length | -M | \
      --mss | -B | --bind | -p | --port | -i | --interval | --repeat | --pause | --expect) COMPREPLY=() ;;
    *) return 1 ;;
  esac
}

_ttcp_serve_value() {
  case $1 in
    --listen | -p | --port | --max-tests | --max-duration | --max-rate | --max-streams | --allow) COMPREPLY=() ;;
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

_ttcp_test() {
  local word=$1
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W '--up -R --down --reverse --both --bidir -t --time -n --bytes -P --streams -O --omit
      --no-idle --repeat --pause --expect -u --udp -b --rate -w --window -l --length -C --congestion -N --nodelay -M --mss
      --dscp -p --port -B --bind --bind-dev -4 -6 -i --interval -J --json --json-lines --json-stream --csv --output -q --quiet
      -h --help --version' -- "$word"))
  else
    COMPREPLY=($(compgen -A hostname -- "$word"))
  fi
}

_ttcp_serve() {
  local word=$1
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W '--listen -p --port --max-tests --exclusive --max-duration --max-rate --max-streams --allow
      --once --json-lines -q --quiet -h --help --version' -- "$word"))
  fi
}

# The grammar that the words so far have picked; nothing: none yet.
_ttcp_grammar() {
  if [[ ${COMP_WORDS[0]##*/} == nettp ]]; then
    echo nettp
  elif [[ $COMP_CWORD -gt 1 && ${COMP_WORDS[1]} == @(test|serve|nettp) ]]; then
    echo "${COMP_WORDS[1]}"
  elif [[ ${COMP_WORDS[1]} == -* ]]; then
    echo classic
  fi
}

_ttcp() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  # readline splits --congestion=cu into three words.
  if [[ $word == = ]]; then word=""; elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi
  COMPREPLY=()
  local grammar
  grammar=$(_ttcp_grammar)
  if [[ -n $grammar ]]; then
    "_ttcp_${grammar}_value" "$before" "$word" || "_ttcp_$grammar" "$word" "$before"
  elif [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W 'test serve dialogue nettp help version' -- "$word"))
    if [[ -z $word ]]; then COMPREPLY+=(-t -r); fi
  fi
}

complete -F _ttcp ttcp nettp
