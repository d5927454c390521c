package plan

import "slices"

// hints bound how early a job can start, and searches begin there: not before a job placed
// earlier in the same walk that is neither wider nor longer. That one would have had the
// slot, since the profile has only lost processors since.
//
// Widths and lengths fall into classes, an earlier job's rounded up, a later one's down.
// latest is the latest start of each class, as a Fenwick tree in two dimensions, so that
// finding the latest of all classes up to one costs few looks.
type hints struct {
	latest [classes][classes]int64
	on     bool // else there are no hints
	used   bool // latest is not all zero
}

// hintsFrom is the number of waiting jobs from which hints pay.
var hintsFrom = 64

const classes = 64

// A class is the place, from 1, of a job's width and length among the bounds: of the first
// bound not below it and the last not above it.
type class struct{ widthUp, widthDown, lengthUp, lengthDown uint8 }

// lengthBounds are times that users ask for, and some between, in seconds.
var lengthBounds = []int64{
	1, 2, 5, 10, 20, 30, 60, 120, 180, 300, 600, 900, 1200, 1500, 1800, 2400, 2700, 3000, // to 50 minutes
	1 * hour, 90 * 60, 2 * hour, 3 * hour, 4 * hour, 5 * hour, 6 * hour, 7 * hour, 8 * hour, 9 * hour, 10 * hour, 11 * hour,
	12 * hour, 13 * hour, 14 * hour, 15 * hour, 16 * hour, 17 * hour, 18 * hour, 20 * hour, 22 * hour,
	1 * day, 30 * hour, 36 * hour, 42 * hour, 2 * day, 60 * hour, 3 * day, 4 * day, 5 * day, 6 * day, 7 * day, 10 * day, 14 * day, 30 * day,
}

const (
	hour = 3600
	day  = 24 * hour
)

// widthBounds are 1 to 16 and then eight to each doubling.
var widthBounds = func() (b []int64) {
	for w, step := int64(1), int64(1); len(b) < classes-2; w += step {
		b = append(b, w)
		if w == 16*step {
			step *= 2
		}
	}
	return b
}()

func classOf(length int64, procs int32) (c class) {
	c.widthUp, c.widthDown = place(widthBounds, int64(procs))
	c.lengthUp, c.lengthDown = place(lengthBounds, length)
	return c
}

// place returns the places from 1 of the first bound of at least x (one past the last if
// there is none) and of the last of at most x.
func place(bounds []int64, x int64) (up, down uint8) {
	i, found := slices.BinarySearch(bounds, x)
	if up, down = uint8(i+1), uint8(i); found {
		down = up
	}
	return up, down
}

// reset forgets everything, for a walk with hints or without.
func (h *hints) reset(on bool) {
	if h.used {
		h.latest = [classes][classes]int64{}
	}
	h.on, h.used = on, false
}

// add records the start of a job of class c. Nodes above one with as late a start know it.
func (h *hints) add(c class, start int64) {
	if !h.on {
		return
	}
	h.used = true
	for w := int(c.widthUp); w < classes; w += w & -w {
		row := &h.latest[w]
		if row[c.lengthUp] >= start {
			return
		}
		for l := int(c.lengthUp); l < classes && row[l] < start; l += l & -l {
			row[l] = start
		}
	}
}

// least returns the latest start of a job of no greater class than c, or 0.
func (h *hints) least(c class) (start int64) {
	if !h.used {
		return 0
	}
	for w := int(c.widthDown); w > 0; w &= w - 1 {
		for l := int(c.lengthDown); l > 0; l &= l - 1 {
			start = max(start, h.latest[w][l])
		}
	}
	return start
}
