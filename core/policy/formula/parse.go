package formula

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/backfill-lab/backfill/internal/nearest"
)

// longest is the largest number of bytes of a text with an expression.
const longest = 1000

// Parse reads an expression. The error names the column of the first mistake.
func Parse(text string) (*Formula, error) {
	p := &parser{text: text}
	return p.parse("", 0)
}

// Read reads an expression that stands in text between the parentheses of which the first is at byte at, and returns the
// byte after the second. Columns are those of text.
func Read(text string, at int) (f *Formula, end int, err error) {
	p := &parser{text: text, at: at + 1}
	f, err = p.parse(")", at)
	return f, p.at, err
}

// parse reads a whole expression and what must stand behind it: close, or the end of the text.
func (p *parser) parse(close string, open int) (*Formula, error) {
	if len(p.text) > longest {
		return nil, fmt.Errorf("an expression has at most %d characters", longest)
	}
	p.next()
	root := p.sum()
	switch {
	case p.err != nil:
		return nil, p.err
	case p.token == "" && close != "":
		return nil, p.unclosed(open)
	case p.token != close:
		return nil, p.unexpected("an operator")
	}
	f := &Formula{root: root}
	if f.result = f.compile(root, 0); f.deep > deepest {
		return nil, fmt.Errorf("the expression is nested too deeply: it keeps more than %d values at a time", deepest)
	}
	return f, nil
}

// A parser reads an expression by recursive descent. After the first mistake it reads nothing more.
type parser struct {
	text  string
	at    int    // behind the token
	from  int    // of the token
	token string // "" at the end
	err   error
}

// next reads a token: a number, a word, a comparison or a single character.
func (p *parser) next() {
	if p.err != nil {
		p.token = ""
		return
	}
	p.at += len(p.text[p.at:]) - len(strings.TrimLeft(p.text[p.at:], " \t\r\n"))
	p.from = p.at
	rest := p.text[p.at:]
	size := 0
	switch {
	case rest == "":
	case digit(rest[0]) || rest[0] == '.':
		size = numberSize(rest)
	case letter(rest[0]):
		for size < len(rest) && (letter(rest[size]) || digit(rest[size])) {
			size++
		}
	case len(rest) > 1 && rest[1] == '=' && strings.IndexByte("<>=!", rest[0]) >= 0:
		size = 2
	default:
		_, size = utf8.DecodeRuneInString(rest)
	}
	p.token, p.at = rest[:size], p.at+size
}

// numberSize returns the bytes of the number at the front of text: digits, a point, an exponent.
func numberSize(text string) int {
	i := 0
	for i < len(text) && (digit(text[i]) || text[i] == '.') {
		i++
	}
	if i < len(text) && (text[i] == 'e' || text[i] == 'E') {
		k := i + 1
		if k < len(text) && (text[k] == '+' || text[k] == '-') {
			k++
		}
		for k < len(text) && digit(text[k]) {
			i, k = k+1, k+1
		}
	}
	return i
}

func digit(c byte) bool  { return c >= '0' && c <= '9' }
func letter(c byte) bool { return c|' ' >= 'a' && c|' ' <= 'z' || c == '_' }

func (p *parser) fail(at int, format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("column %d: %s", 1+utf8.RuneCountInString(p.text[:at]), fmt.Sprintf(format, args...))
	}
	p.token = ""
}

// unexpected is the error for a token in the place of what was wanted.
func (p *parser) unexpected(want string) error {
	switch found := p.token; {
	case p.err != nil:
	case found == "":
		p.fail(p.from, "the expression ends where %s is expected", want)
	case found == "=":
		p.fail(p.from, "write == to compare")
	case want == "an operator" && signed(found):
		p.fail(p.from, "%s stands in the comparison of if alone, as in if(wait > 3600, -procs, procs)", found)
	default:
		p.fail(p.from, "%q where %s is expected", found, want)
	}
	return p.err
}

func (p *parser) unclosed(open int) error {
	p.fail(open, "the parenthesis is not closed")
	return p.err
}

// signed tells whether a token is a comparison.
func signed(token string) bool {
	o, is := operator(token)
	return is && o >= opLess
}

func operator(token string) (op, bool) {
	for o, sign := range signs {
		if sign == token {
			return o, true
		}
	}
	return 0, false
}

func (p *parser) sum() *node { return p.chain("+-", p.product) }

func (p *parser) product() *node { return p.chain("*/", p.factor) }

// chain reads parts with operators of one level between them, which are computed from the left.
func (p *parser) chain(operators string, part func() *node) *node {
	n := part()
	for len(p.token) == 1 && strings.Contains(operators, p.token) {
		o, _ := operator(p.token)
		p.next()
		n = &node{op: o, parts: []*node{n, part()}}
	}
	return n
}

func (p *parser) factor() *node {
	if p.token == "-" {
		p.next()
		return &node{op: opNegate, parts: []*node{p.factor()}}
	}
	n := p.operand()
	if p.token != "^" {
		return n
	}
	p.next()
	exponent := p.token
	if len(exponent) != 1 || exponent < "2" || exponent > "9" {
		p.fail(p.from, "the exponent is %q, expected a whole number from 2 to 9", exponent)
	}
	p.next()
	if p.token == "^" {
		p.fail(p.from, "two exponents: put the inner power into parentheses")
	}
	value, _ := strconv.ParseFloat(exponent, 64)
	return &node{op: opPower, value: value, parts: []*node{n}}
}

func (p *parser) operand() *node {
	token, from := p.token, p.from
	switch {
	case token == "":
		p.unexpected("a number, a variable or a function")
	case token == "(":
		p.next()
		n := p.sum()
		p.close(from)
		return n
	case digit(token[0]) || token[0] == '.':
		x, err := strconv.ParseFloat(token, 64)
		if err != nil {
			p.fail(from, "%.40q is no number", token)
		}
		p.next()
		return &node{op: opNumber, value: x}
	case letter(token[0]):
		return p.word(strings.ToLower(token), from)
	default:
		p.unexpected("a number, a variable or a function")
	}
	return &node{}
}

// close reads the parenthesis that closes the one at byte open.
func (p *parser) close(open int) {
	switch {
	case p.err != nil:
	case p.token == "":
		p.unclosed(open)
	case p.token != ")":
		p.unexpected("an operator")
	}
	p.next()
}

// word reads a variable or a function.
func (p *parser) word(name string, from int) *node {
	if name == "run" { // as papers write it: the run time that a scheduler knows
		name = "estimate"
	}
	o, known := words[name]
	p.next()
	switch {
	case !known:
		p.unknown(name, from)
	case o < opNegate && p.token == "(":
		p.fail(p.from, "%s is no function: write %s*( to multiply", name, name)
	case o < opNegate:
		return &node{op: o}
	case p.token != "(":
		p.fail(from, "%s is a function: write its operands in parentheses", name)
	default:
		return p.call(o, from)
	}
	return &node{}
}

func (p *parser) unknown(name string, from int) {
	all := make([]string, 0, len(words))
	for w := range words {
		all = append(all, w)
	}
	slices.Sort(all)
	if near := nearest.Name(name, all); near != "" {
		p.fail(from, "unknown name %.40q; did you mean %s?", name, near)
	}
	var variables []string
	for _, v := range Variables {
		variables = append(variables, v.Name)
	}
	p.fail(from, "unknown name %.40q: the variables are %s", name, strings.Join(variables, ", "))
}

// call reads the operands of a function, whose name is at byte from.
func (p *parser) call(o op, from int) *node {
	n, open := &node{op: o}, p.from
	for p.token == "(" || p.token == "," {
		p.next()
		part := p.sum()
		if o == opIf && len(n.parts) == 0 {
			part = p.comparison(part)
		}
		n.parts = append(n.parts, part)
	}
	p.close(open)
	most := o.operands()
	if o == opMin || o == opMax {
		most = max(most, len(n.parts))
	}
	if len(n.parts) < o.operands() || len(n.parts) > most {
		takes := [...]string{"", "1 operand", "2 operands or more", "3 operands"}
		p.fail(from, "%s takes %s, not %d", names[o], takes[o.operands()], len(n.parts))
	}
	return n
}

func (p *parser) comparison(left *node) *node {
	o, is := operator(p.token)
	if !is || o < opLess {
		p.unexpected("a comparison such as <")
		return left
	}
	p.next()
	return &node{op: o, parts: []*node{left, p.sum()}}
}
