case " $* " in
*' --count '* | *' --count='* | *' --share '* | *' --share='*) ;;
*) set -- --count 30 "$@" ;;
esac
if "$program" paper audit {paper} --record "$here/record" "$@"; then
	pass "numbers: what was computed again is equal to the record"
else
	fail "numbers: see the last line of the audit"
fi
