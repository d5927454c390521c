package figures

import (
	"image/color"
	"strings"
)

// policyColors are the colours that belong to policies, whatever stands beside them: one
// colour, one policy, in every picture. Options do not change it; dashes, markers and
// hatching tell policies apart that differ in options alone.
var policyColors = map[string]color.RGBA{
	// One machine. A plan has the colour of its order, a queue a shade of it (kindShades). By submission each kind has one.
	"fcfs":     {0x00, 0x72, 0xb2, 0xff},
	"easy":     {0xd5, 0x5e, 0x00, 0xff},
	"cons":     {0x00, 0x9e, 0x73, 0xff},
	"list":     {0x8c, 0x8c, 0x8c, 0xff},
	"sjf":      {0xe6, 0x9f, 0x00, 0xff},
	"ljf":      {0xcc, 0x79, 0xa7, 0xff},
	"saf":      {0x1b, 0x9e, 0x9e, 0xff},
	"laf":      {0xa0, 0x52, 0x2d, 0xff},
	"narrow":   {0x5e, 0x7d, 0x1a, 0xff},
	"wide":     {0x7b, 0x68, 0x88, 0xff},
	"lxf":      {0xe7, 0x29, 0x8a, 0xff},
	"wfp3":     {0x3b, 0x6f, 0xb5, 0xff},
	"unicef":   {0x8a, 0x6d, 0x00, 0xff},
	"f1":       {0x6b, 0x4c, 0x9a, 0xff},
	"f2":       {0x3e, 0x96, 0x51, 0xff},
	"f3":       {0xcc, 0x25, 0x29, 0xff},
	"f4":       {0x53, 0x51, 0x54, 0xff},
	"group":    {0x4a, 0x3f, 0xb0, 0xff},
	"greedy":   {0x66, 0x66, 0x66, 0xff},
	"plan-opt": {0xa6, 0x1c, 0x6b, 0xff},

	// Self-tuning dynP.
	"dynp-advanced": {0x00, 0x00, 0x00, 0xff},
	"dynp-simple":   {0x56, 0xb4, 0xe9, 0xff},
	"dynp-basic":    {0x8c, 0x51, 0x0a, 0xff},

	// Rule bases, and what they are compared with.
	"pitts":                {0x6a, 0x3d, 0x9a, 0xff},
	"cca":                  {0xb2, 0x18, 0x2b, 0xff},
	"prob":                 {0x80, 0x80, 0x00, 0xff},
	"off-line front":       {0xa6, 0xa6, 0xa6, 0xff},
	"on-line front":        {0x35, 0x97, 0x8f, 0xff},
	"best single strategy": {0xb8, 0x86, 0x0b, 0xff},
	"no-wait floor":        {0x4a, 0x4a, 0x4a, 0xff},

	// Grids.
	"grid-independent":         {0x73, 0x73, 0x73, 0xff},
	"grid-sharing":             {0x1f, 0x2f, 0x7a, 0xff},
	"grid-moldable":            {0x4d, 0x92, 0x21, 0xff},
	"grid-multisite":           {0xc5, 0x1b, 0x7d, 0xff},
	"multi-site, faster-first": {0xe0, 0x6f, 0xb0, 0xff},
	"multi-site, larger-first": {0x7a, 0x0f, 0x4d, 0xff},
	"grid-combined":            {0xb3, 0x5c, 0x00, 0xff},
	"grid-plan":                {0x01, 0x66, 0x5e, 0xff},

	// Shared nodes: the base, how it packs periodically, and whether young jobs stay.
	"greedy*":             {0x75, 0x70, 0xb3, 0xff},
	"greedyp*":            {0x99, 0x8e, 0xc3, 0xff},
	"greedypm*":           {0xe6, 0xab, 0x02, 0xff},
	"greedy/per":          {0x2c, 0x7f, 0xb8, 0xff},
	"greedypm/per":        {0xd9, 0x5f, 0x8c, 0xff},
	"greedy*/per":         {0x66, 0xa6, 0x1e, 0xff},
	"greedypm*/per":       {0xa6, 0x76, 0x1d, 0xff},
	"greedypm*/per/minvt": {0x1b, 0x78, 0x37, 0xff},
	"greedypm/per/minvt":  {0xe3, 0x1a, 0x1c, 0xff},
	"mcb8*/minvt":         {0xc9, 0x94, 0xc7, 0xff},
	"mcb8/per/minvt":      {0x54, 0x27, 0x8f, 0xff},
	"mcb8*/per/minvt":     {0xfd, 0x8d, 0x3c, 0xff},
	"/per/minvt":          {0x41, 0xb6, 0xc4, 0xff},
	"/stretch-per/minvt":  {0x52, 0x52, 0x52, 0xff},
}

// otherNames are what papers and pictures call a policy of policyColors.
var otherNames = map[string]string{
	"basic dynp": "dynp-basic", "pf": "off-line front",
	"independent clusters": "grid-independent", "independent": "grid-independent",
	"load sharing": "grid-sharing", "sharing": "grid-sharing",
	"adaptive allocation": "grid-moldable", "allocation": "grid-moldable",
	"multi-site": "grid-multisite", "multi-site, adaptive": "grid-multisite", "adaptive": "grid-multisite",
	"adaptive of figure 7": "grid-multisite", "larger": "multi-site, larger-first", "faster": "multi-site, faster-first",
	"/per": "/per/minvt", "/stretch-per": "/stretch-per/minvt", "submit": "fcfs",
}

// freeColors are those of series that are no policies, beside series that are.
var freeColors = []color.RGBA{
	{0x08, 0x51, 0x9c, 0xff}, {0xf1, 0x6c, 0x4f, 0xff}, {0x2b, 0x8c, 0x6b, 0xff}, {0xd4, 0x3f, 0xb8, 0xff},
	{0x3a, 0x3a, 0x3a, 0xff}, {0xbf, 0x90, 0x00, 0xff}, {0x6b, 0xae, 0xd6, 0xff},
}

// kindShades are how far a queue's colour is from that of its order, towards black.
var kindShades = map[string]float64{"fcfs": 0.12, "list": 0.24, "easy": 0.36, "cons": 0.5}

// PolicyColor returns the colour that belongs to a policy, by its name on the command line or
// in a paper, with any options; or false if the name is no policy's of this program or of a
// paper.
func PolicyColor(name string) (color.RGBA, bool) {
	key := family(name)
	if c, ok := policyColors[key]; ok {
		return c, true
	}
	order, kind, _ := strings.Cut(key, "-")
	shade, queue := kindShades[kind]
	c, ok := policyColors[order]
	if !queue || !ok {
		return color.RGBA{}, false
	}
	return mix(c, black, shade), true
}

// family returns the key of policyColors for a name, or ORDER-KIND for a queue.
func family(name string) string {
	name = strings.ToLower(strings.TrimSuffix(name, ", printed"))
	if algorithm, ok := strings.CutPrefix(name, "dfrs:"); ok {
		name = algorithm
	}
	name, _, _ = strings.Cut(strings.TrimPrefix(name, "rules:"), ":") // options
	name = strings.NewReplacer("/opt=min", "", "/opt=max", "", "/period=600", "", "=600", "").Replace(name)
	name, _, _ = strings.Cut(name, ", training") // one of several
	for _, of := range []string{"pitts", "cca", "prob"} {
		if name == of || strings.HasPrefix(name, of+"-") {
			return of
		}
	}
	for _, decider := range []string{"advanced", "simple"} {
		if strings.HasPrefix(name, decider+", ") || strings.HasPrefix(name, "dynp-"+decider) {
			return "dynp-" + decider
		}
	}
	if known, ok := otherNames[name]; ok {
		return known
	}
	if _, ok := policyColors[name]; ok {
		return name
	}
	if order, kind, _ := strings.Cut(name, "-"); order == "plan" || order == "submit" {
		return kind
	}
	return name
}

// seriesColors returns the colours of the series of a picture, by their names: those of their
// policies. Series that are no policies have colours that belong to none, or those of Palette
// if there is no policy in the picture.
func seriesColors(names []string) []color.RGBA {
	policies := 0
	for _, name := range names {
		if _, ok := PolicyColor(name); ok {
			policies++
		}
	}
	from, next := Palette, 0
	if policies > 0 {
		from = freeColors
	}
	out := make([]color.RGBA, len(names))
	for i, name := range names {
		c, ok := PolicyColor(name)
		if !ok {
			c = from[next%len(from)]
			next++
		}
		out[i] = c
	}
	return out
}
