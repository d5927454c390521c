package policy

import (
	"fmt"
	"slices"
	"strings"
)

// An Option is one parameter of a policy, whose name with options is
// NAME:OPTION=VALUE,OPTION=VALUE; one left out has its default. It takes one of
// Choices; or several of them joined by Join, in the order in which they are
// chosen; or, without Choices, a number.
type Option struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Doc     string   `json:"doc"`
	Default string   `json:"default"` // "" is no limit
	Unit    string   `json:"unit,omitempty"`
	Least   float64  `json:"least"` // of a number
	Most    float64  `json:"most"`
	Step    float64  `json:"step,omitempty"` // between the numbers that it tells apart
	Choices []Choice `json:"choices,omitempty"`
	Join    string   `json:"join,omitempty"`
}

// A Choice is something that can be chosen by its name.
type Choice struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Doc    string `json:"doc"`
	Source string `json:"source,omitempty"`
}

// Choice returns what info says of the policy itself.
func (info Info) Choice() Choice {
	return Choice{Name: info.Name, Title: info.Title, Doc: info.Doc, Source: info.Source}
}

// EachOption calls set for every option of a policy's name, KEY=VALUE, of a list
// parted by commas, until one fails. given tells whether the name has a colon,
// behind which a list must stand.
func EachOption(options string, given bool, set func(key, value string) error) error {
	if !given {
		return nil
	}
	var seen []string
	for _, o := range strings.Split(options, ",") {
		key, value, ok := strings.Cut(o, "=")
		switch {
		case !ok || key == "" || value == "":
			return fmt.Errorf("the option %q is not KEY=VALUE", o)
		case slices.Contains(seen, key):
			return fmt.Errorf("the option %s is given twice", key)
		}
		seen = append(seen, key)
		if err := set(key, value); err != nil {
			return err
		}
	}
	return nil
}
