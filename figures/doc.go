// Package figures turns result tables into pictures that can be printed.
//
// Draw draws a figure of All:
//
//	d, err := figures.Draw("gantt", figures.Input{Tables: result.Tables{result.Jobs: jobs}})
//	svg, err := d.Bytes("svg")
//
// DrawLines, DrawBars, DrawSteps and DrawCDFs draw other pictures from Series of
// numbers, and Combine sets several side by side. The plotters Gantt, Step, CDF, Line
// and Bars can be added to any plot.Plot of gonum, NumberTicks and the like are
// plot.Tickers, and Style gives such a plot the look of the others.
//
// Every figure is legible without colour: lines differ in dash and marker, bars and
// marked jobs in hatching, ordered classes in lightness. Colours are those of Okabe
// and Ito (2008), safe for all common colour deficiencies, and viridis for ordered
// classes. The same input gives the same bytes in every format.
package figures
