package result

// A Recoder brings the text columns of successive tables under one Dict. The zero value
// is ready. While all tables share a Dict, as those of JobRows do, it uses that one and
// copies nothing.
type Recoder struct {
	dict *Dict
	own  bool    // dict is ours to grow, not a producer's
	from *Dict   // the Dict that to translates
	to   []int32 // code in from -> code in dict
}

// Dict returns the Dict of all codes returned so far.
func (r *Recoder) Dict() *Dict {
	if r.dict == nil {
		r.dict, r.own = NewDict(), true
	}
	return r.dict
}

// Codes returns the column's codes in r's Dict: v.Code if they are the same, else buf,
// grown as needed.
func (r *Recoder) Codes(v *Vector, buf []int32) []int32 {
	if r.dict == nil {
		r.dict = v.Dict
	}
	if v.Dict == r.dict {
		return v.Code
	}
	if !r.own {
		d := NewDict()
		for _, s := range r.dict.texts {
			d.Code(s)
		}
		r.dict, r.own = d, true
	}
	if v.Dict != r.from {
		r.from, r.to = v.Dict, r.to[:0]
	}
	for _, s := range v.Dict.texts[len(r.to):] {
		r.to = append(r.to, r.dict.Code(s))
	}
	buf = buf[:0]
	for _, c := range v.Code {
		if c >= 0 {
			c = r.to[c]
		}
		buf = append(buf, c)
	}
	return buf
}
