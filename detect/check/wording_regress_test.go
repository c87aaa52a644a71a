package check

import (
	"math"
	"slices"
	"testing"
)

// row is a sentence in the design matrix.
type row struct {
	at       []int32
	weight   float64
	poisoned bool
}

// strength is the inverse of the penalty on the weights of each view, as measured by cross-validation over servers.
var strength = [views]float64{viewWhole: 0.2, viewManner: 0.2, viewMatter: 0.2}

// learn fits a logistic regression with an L2 penalty on the features of the view that occur twice in the project's own texts.
// In attacks whose words are not marked the sentence that looks worst is taken for the poisoned one, in three rounds. Public
// servers of fold except are left out.
func (s *trainingSet) learn(v view, except int) map[string]float64 {
	const often, rounds = 2, 3
	counts := map[string]int{}
	for _, u := range s.units {
		if u.fold >= 0 {
			continue
		}
		for _, f := range u.features {
			if v.sees(featureKind(f[0])) {
				counts[f]++
			}
		}
	}
	var names []string
	for f, n := range counts {
		if n >= often {
			names = append(names, f)
		}
	}
	slices.Sort(names)
	index := make(map[string]int32, len(names))
	for i, f := range names {
		index[f] = int32(i)
	}
	rows := make([]row, len(s.units))
	for i, u := range s.units {
		rows[i] = row{weight: u.weight, poisoned: u.poisoned}
		if u.fold >= 0 && u.fold == except {
			rows[i].weight = 0
			continue
		}
		if u.attack >= 0 && s.open[u.attack] {
			rows[i].poisoned, rows[i].weight = true, 1
		}
		for _, f := range u.features {
			if k, ok := index[f]; ok {
				rows[i].at = append(rows[i].at, k)
			}
		}
	}
	w := make([]float64, len(names)+1)
	for round := range rounds {
		fitLogistic(rows, w, strength[v])
		if round < rounds-1 {
			s.reassign(rows, w)
		}
	}
	s.emphasise(rows, w)
	fitLogistic(rows, w, strength[v])
	out := map[string]float64{"=": w[len(names)]}
	for i, f := range names {
		out[f] = w[i]
	}
	return out
}

// emphasise makes the project's own sentences that are on the wrong side, or nearly, count more in the last round. Those of public
// servers count much already.
func (s *trainingSet) emphasise(rows []row, w []float64) {
	const more, poisonedSide, innocentSide = 3, 1.75, 0.25
	for i, u := range s.units {
		if u.fold >= 0 || rows[i].weight == 0 {
			continue
		}
		if z := dot(rows[i], w); rows[i].poisoned && z < poisonedSide || !rows[i].poisoned && z > innocentSide {
			rows[i].weight *= more
		}
	}
}

// reassign marks in each open attack the sentences that score highest.
func (s *trainingSet) reassign(rows []row, w []float64) {
	best := map[int]float64{}
	for i, u := range s.units {
		if s.open[u.attack] {
			z := dot(rows[i], w)
			if b, ok := best[u.attack]; !ok || z > b {
				best[u.attack] = z
			}
		}
	}
	for i, u := range s.units {
		if s.open[u.attack] {
			rows[i].weight, rows[i].poisoned = 0, false
			if z := dot(rows[i], w); z >= best[u.attack]-0.01 || z > 1 {
				rows[i].weight, rows[i].poisoned = poisonedWeight, true
			}
		}
	}
}

// TestReassignTakesTheWorst holds that the sentence that scores highest is taken, be its score below, above or just 0.
func TestReassignTakesTheWorst(t *testing.T) {
	for _, scores := range [][]float64{{-2, -1}, {0, -3}, {-3, 0}, {-1, 0, -2}} {
		s := trainingSet{open: map[int]bool{0: true}}
		var rows []row
		for i := range scores {
			s.units = append(s.units, unit{attack: 0})
			rows = append(rows, row{at: []int32{int32(i)}})
		}
		s.reassign(rows, append(slices.Clone(scores), 0))
		for i, z := range scores {
			if want := z == slices.Max(scores); rows[i].poisoned != want || rows[i].weight != map[bool]float64{true: poisonedWeight}[want] {
				t.Errorf("%v: sentence %d: %+v", scores, i, rows[i])
			}
		}
	}
}

func dot(r row, w []float64) float64 {
	z := w[len(w)-1]
	for _, k := range r.at {
		z += w[k]
	}
	return z
}

// fitLogistic minimises the penalised loss with L-BFGS (Nocedal and Wright, Numerical Optimization, algorithm 7.4), from w.
func fitLogistic(rows []row, w []float64, c float64) {
	const history, steps = 10, 150
	n := len(w)
	g := make([]float64, n)
	loss := logisticLoss(rows, w, c, g)
	var ss, ys [][]float64
	for range steps {
		d := direction(g, ss, ys)
		slope := inner(g, d)
		if slope > -1e-9 {
			return
		}
		step, next, gn := 1.0, make([]float64, n), make([]float64, n)
		var l float64
		for range 30 {
			for i := range w {
				next[i] = w[i] + step*d[i]
			}
			if l = logisticLoss(rows, next, c, gn); l <= loss+1e-4*step*slope {
				break
			}
			step /= 2
		}
		s, y := make([]float64, n), make([]float64, n)
		for i := range w {
			s[i], y[i] = next[i]-w[i], gn[i]-g[i]
		}
		if inner(s, y) > 1e-12 {
			ss, ys = append(ss, s), append(ys, y)
			if len(ss) > history {
				ss, ys = ss[1:], ys[1:]
			}
		}
		done := math.Abs(loss-l) < 1e-6*math.Abs(loss)
		copy(w, next)
		g, loss = gn, l
		if done {
			return
		}
	}
}

// direction is the two-loop recursion.
func direction(g []float64, ss, ys [][]float64) []float64 {
	d := slices.Clone(g)
	alpha := make([]float64, len(ss))
	for k := len(ss) - 1; k >= 0; k-- {
		alpha[k] = inner(ss[k], d) / inner(ss[k], ys[k])
		for i := range d {
			d[i] -= alpha[k] * ys[k][i]
		}
	}
	scale := 0.01
	if k := len(ss) - 1; k >= 0 {
		scale = inner(ss[k], ys[k]) / inner(ys[k], ys[k])
	}
	for i := range d {
		d[i] *= scale
	}
	for k := range ss {
		beta := inner(ys[k], d) / inner(ss[k], ys[k])
		for i := range d {
			d[i] += (alpha[k] - beta) * ss[k][i]
		}
	}
	for i := range d {
		d[i] = -d[i]
	}
	return d
}

func inner(a, b []float64) float64 {
	s := 0.0
	for i := range a {
		s += a[i] * b[i]
	}
	return s
}

// logisticLoss returns the loss at w and writes its gradient to g.
func logisticLoss(rows []row, w []float64, c float64, g []float64) float64 {
	loss := 0.0
	for i := range w {
		g[i] = w[i]
		loss += w[i] * w[i] / 2
	}
	for _, r := range rows {
		if r.weight == 0 {
			continue
		}
		y := -1.0
		if r.poisoned {
			y = 1
		}
		m := y * dot(r, w)
		loss += c * r.weight * math.Log1p(math.Exp(-math.Abs(m)))
		if m < 0 {
			loss -= c * r.weight * m
		}
		d := -y * c * r.weight / (1 + math.Exp(m))
		for _, k := range r.at {
			g[k] += d
		}
		g[len(g)-1] += d
	}
	return loss
}
