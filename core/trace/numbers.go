package trace

// A numberSet knows which numbers of jobs were used, 0..maxID: a bit for each number of a page that has one, so numbers
// close to each other take a byte for eight jobs. Where they are spread over more than maxPages pages, only rising ones
// can still be told.
type numberSet struct {
	highest int64 // 0 before the first
	any     bool
	pages   map[int64]*numberPage // nil once there were too many
	spread  bool
	page    *numberPage // the last used, of number at
	at      int64
}

const (
	pageNumbers = 1 << 16
	maxPages    = 2048 // 16 MiB
)

type numberPage [pageNumbers / 64]uint64

// has reports whether number n was used, and false where take returns errScattered.
func (s *numberSet) has(n int64) bool {
	page := s.pages[n/pageNumbers]
	return page != nil && page[n%pageNumbers/64]&(1<<(n%64)) != 0
}

// take reports whether number n is new, and uses it. The error is errScattered if nobody knows.
func (s *numberSet) take(n int64) (fresh bool, err error) {
	rises := !s.any || n > s.highest
	if s.spread && !rises {
		return false, errScattered
	}
	s.highest, s.any = max(s.highest, n), true
	if s.spread {
		return true, nil
	}
	if at := n / pageNumbers; s.page == nil || at != s.at {
		if s.page, s.at = s.pages[at], at; s.page == nil {
			if len(s.pages) == maxPages {
				s.pages, s.spread = nil, true
				if !rises {
					return false, errScattered
				}
				return true, nil
			}
			if s.pages == nil {
				s.pages = map[int64]*numberPage{}
			}
			s.page = new(numberPage)
			s.pages[at] = s.page
		}
	}
	word, bit := &s.page[n%pageNumbers/64], uint64(1)<<(n%64)
	fresh = *word&bit == 0
	*word |= bit
	return fresh, nil
}
