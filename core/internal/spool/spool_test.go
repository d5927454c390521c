package spool

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// drawn fills a spool with n records of two numbers, the second as the difference to the one before, and returns them.
func drawn(t *testing.T, s *Spool, n int) (all [][2]int64) {
	t.Helper()
	r := rand.New(rand.NewPCG(3, uint64(n)))
	last := int64(0)
	for range n {
		rec := [2]int64{r.Int64() >> r.IntN(64), r.Int64() >> r.IntN(64)}
		b, fresh := s.Begin()
		if fresh {
			last = 0
		}
		b = binary.AppendUvarint(b, uint64(rec[0]))
		b = binary.AppendVarint(b, rec[1]-last)
		last = rec[1]
		if err := s.End(b); err != nil {
			t.Fatal(err)
		}
		all = append(all, rec)
	}
	return all
}

func readAll(r *Reader) (all [][2]int64, err error) {
	last := int64(0)
	for {
		fresh, ok, err := r.Next()
		if !ok || err != nil {
			return all, err
		}
		if fresh {
			last = 0
		}
		a := int64(r.Uint())
		last += r.Int()
		if err := r.Err(); err != nil {
			return all, err
		}
		all = append(all, [2]int64{a, last})
	}
}

func TestASpoolGivesBackWhatItWasGiven(t *testing.T) {
	for _, memory := range []int{0, 100_000, 1 << 30} {
		for _, n := range []int{0, 1, 5000, 50_000} {
			files := 0
			s := New(memory, func() (File, error) {
				files++
				return os.Create(filepath.Join(t.TempDir(), "spool"))
			})
			want := drawn(t, s, n)
			if err := s.Done(); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				got, err := readAll(s.Read())
				if err != nil || len(got) != n {
					t.Fatalf("%d of %d records in %d bytes of memory: %v", len(got), n, memory, err)
				}
				for i := range got {
					if got[i] != want[i] {
						t.Fatalf("record %d is %v, not %v", i, got[i], want[i])
					}
				}
			}
			if wanted := memory < 1<<20 && n*8 > memory; (files == 1) != wanted {
				t.Errorf("%d records, %d bytes of memory: %d files", n, memory, files)
			}
			if s.stored > memory {
				t.Errorf("%d bytes in memory, more than %d", s.stored, memory)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// full is a disk that is full, or that forgets.
type full struct {
	File
	err error
}

func (f full) Write(p []byte) (int, error) { return len(p), f.err }
func (f full) ReadAt(p []byte, _ int64) (int, error) {
	for i := range p {
		p[i] = 0xff
	}
	return len(p), nil
}

func TestADiskThatFailsIsAnError(t *testing.T) {
	broken := errors.New("no space left")
	for _, create := range []func() (File, error){
		func() (File, error) { return nil, broken },
		func() (File, error) { return full{err: broken}, nil },
	} {
		s := New(0, create)
		b, _ := s.Begin()
		if err := s.End(append(b, make([]byte, chunkSize)...)); !errors.Is(err, broken) {
			t.Errorf("error %v", err)
		}
		s = New(0, create)
		b, _ = s.Begin()
		s.End(append(b, 1))
		if err := s.Done(); !errors.Is(err, broken) {
			t.Errorf("at the end: error %v", err)
		}
	}
	s := New(0, func() (File, error) { return full{}, nil })
	drawn(t, s, 10_000)
	s.Done()
	if _, err := readAll(s.Read()); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Errorf("damaged: error %v", err)
	}
}
