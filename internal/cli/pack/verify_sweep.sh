if [ "$1" = --traces ] && [ $# -eq 2 ]; then
	BACKFILL_TRACES=$2
elif [ $# -gt 0 ]; then
	echo "usage: sh verify.sh [--traces DIR]" >&2
	exit 2
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir "$work/in" && cp "$here/study.json" "$work/in" || exit 1
for log in {logs}; do
	for from in "$here" "${BACKFILL_TRACES:-$here}"; do
		if [ -f "$from/$log" ]; then
			cp "$from/$log" "$work/in" || exit 1
			break
		fi
	done
done
if said=$("$program" sweep plan "$work/in/study.json" --out "$work/study" --tables "{tables}" 2>&1 &&
	"$program" sweep run "$work/study" 2>&1 && "$program" sweep collect "$work/study" 2>&1); then
	case $said in
	*"digest {digest}"*) pass "results: every run came out again" ;;
	*) fail "results: the digest is another than {digest}: $(echo "$said" | tail -n 1)" ;;
	esac
else
	echo "$said"
	fail "results: the lines above"
fi
