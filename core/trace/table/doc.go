// Package table reads jobs from tables, whatever their columns are called: CSV files and two forms of JSON here,
// Parquet and Arrow files through the interface Table, which package arrowio implements.
//
// A Map says which column gives which field of a job and in which unit:
//
//	map    = preset | entries | preset "," entries    (replaces fields of the preset; "field=" leaves one out)
//	entries = entry { "," entry }
//	entry  = field "=" column [ ":" unit ]
//	column = text without , : = or quotes | '"' text '"' (two quotes for one) | a whole number, the same for each job
//
// such as submit=submit_time:ms,run=duration:ms,procs=cpu_count. Presets are maps of published data
// sets; "auto" is what Detect chooses by the names of the columns. Fields has the fields with their units.
package table
