// Package figures turns result tables into pictures that can be printed.
//
// Draw draws one of the figures of All from result tables:
//
//	d, err := figures.Draw("gantt", figures.Input{Tables: result.Tables{result.Jobs: jobs}})
//	svg, err := d.Bytes("svg")
//
// For other pictures, DrawLines, DrawBars, DrawSteps and DrawCDFs make a Drawing
// from Series of numbers, and Combine sets several side by side as small multiples.
// The plotters Gantt, Step, CDF, Line and Bars implement gonum's plot.Plotter and
// plot.DataRanger and can be added to any plot.Plot; NumberTicks and the like are
// plot.Tickers. Style gives such a plot the look of the others.
//
// Every figure is legible without colour: lines differ in dash and marker, bars and
// marked jobs in hatching, ordered classes in lightness. Colours are those of Okabe
// and Ito (2008), which people with any common colour deficiency can tell apart,
// and viridis for ordered classes. The same input gives the same bytes in every
// format.
package figures
