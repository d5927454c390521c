package rules

import (
	"fmt"
	"slices"
	"strings"
)

// An Order sorts the waiting jobs, ties by submission, then by job number.
type Order uint8

// The paper's four orders (section 4), and Greedy's own.
const (
	ByWidth    Order = iota // fewest processors first
	ByEstimate              // shortest estimate first
	BySubmit                // longest wait first
	ByGroup                 // lowest user group first
	byGreed                 // see Advantage
	numOrders
)

// An Algorithm starts jobs of a sorted queue (section 2.1).
type Algorithm uint8

// The paper's algorithms. Greedy comes with its own order.
const (
	FCFS Algorithm = iota
	EASY
	CONS
	Greedy
)

// A Strategy is an order with FCFS, EASY or CONS, or Greedy.
type Strategy uint8

// NumStrategies is the number of strategies.
const NumStrategies = int(byGreed)*int(Greedy) + 1

// GreedyStrategy is the strategy without an order of its own.
const GreedyStrategy = Strategy(NumStrategies - 1)

// OrderNames, AlgorithmNames and StrategyNames are the names of these types' values in
// rule bases; OrderTitles say what the orders put first.
var (
	OrderNames     = []string{"narrow", "sjf", "submit", "group"}
	OrderTitles    = []string{"narrowest first", "shortest first", "longest wait first", "user groups first"}
	AlgorithmNames = []string{"fcfs", "easy", "cons", "greedy"}
	StrategyNames  = strategyNames()
)

func strategyNames() (names []string) {
	for _, o := range OrderNames {
		for _, a := range AlgorithmNames[:Greedy] {
			names = append(names, o+"-"+a)
		}
	}
	return append(names, AlgorithmNames[Greedy])
}

// Combine returns the strategy of an order and an algorithm; Greedy ignores the order.
func Combine(o Order, a Algorithm) Strategy {
	if a == Greedy {
		return GreedyStrategy
	}
	return Strategy(int(o)*int(Greedy) + int(a))
}

// Order returns how the strategy sorts the queue.
func (s Strategy) Order() Order {
	return Order(int(s) / int(Greedy)) // byGreed for the last
}

// Algorithm returns how the strategy starts jobs.
func (s Strategy) Algorithm() Algorithm {
	if s == GreedyStrategy {
		return Greedy
	}
	return Algorithm(int(s) % int(Greedy))
}

// String returns the strategy's name: submit-easy, or greedy.
func (s Strategy) String() string { return StrategyNames[s] }

// StrategyNamed returns the strategy of that name; the error for an unknown one lists all.
func StrategyNamed(name string) (Strategy, error) {
	i, err := named("strategy", StrategyNames, name)
	return Strategy(i), err
}

func named(what string, names []string, name string) (int, error) {
	if i := slices.Index(names, name); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("unknown %s %q: give one of %s", what, name, strings.Join(names, ", "))
}
