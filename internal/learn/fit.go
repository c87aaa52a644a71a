package main

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"
)

// sample is a training sentence: its features, and whether it is poison.
type sample struct {
	features []uint32
	// scale multiplies the weights; see model.Scale.
	scale  float64
	weight float64 // of the sample
	poison bool
}

// fit trains a logistic regression with a Gaussian prior of the given strength. It returns the weights of the features, followed by the
// bias.
func fit(samples []sample, features int, strength float64, start []float64) []float64 {
	const workers = 2
	w := make([]float64, features+1)
	copy(w, start)
	// The optimiser asks for loss and gradient at the same point in turn, so compute both together.
	last, grad, loss := []float64(nil), make([]float64, len(w)), 0.0
	parts := make([][]float64, workers)
	for k := range parts {
		parts[k] = make([]float64, len(w))
	}
	evaluate := func(x []float64) {
		if last != nil && floats.Equal(last, x) {
			return
		}
		last = append(last[:0], x...)
		losses := make([]float64, workers)
		var wg sync.WaitGroup
		for k := range workers {
			wg.Add(1)
			go func() {
				defer wg.Done()
				g := parts[k]
				clear(g)
				from, to := len(samples)*k/workers, len(samples)*(k+1)/workers
				for i := from; i < to; i++ {
					s := &samples[i]
					z := 0.0
					for _, f := range s.features {
						z += x[f]
					}
					z = z*s.scale + x[features]
					y := 0.0
					if s.poison {
						y = 1
					}
					losses[k] += s.weight * (math.Max(z, 0) - y*z + math.Log1p(math.Exp(-math.Abs(z))))
					d := s.weight * (1/(1+math.Exp(-z)) - y)
					for _, f := range s.features {
						g[f] += d * s.scale
					}
					g[features] += d
				}
			}()
		}
		wg.Wait()
		loss = 0
		copy(grad, x)
		floats.Scale(strength, grad)
		grad[features] = 0
		loss = strength / 2 * floats.Dot(x[:features], x[:features])
		for k := range workers {
			loss += losses[k]
			floats.Add(grad, parts[k])
		}
	}
	problem := optimize.Problem{
		Func: func(x []float64) float64 { evaluate(x); return loss },
		Grad: func(g, x []float64) { evaluate(x); copy(g, grad) },
	}
	const iterations = 120
	result, err := optimize.Minimize(problem, w, &optimize.Settings{
		MajorIterations: iterations, GradientThreshold: 1e-2, Converger: &optimize.FunctionConverge{Relative: 1e-5, Iterations: 5},
	}, &optimize.LBFGS{Store: 12})
	if result == nil {
		panic(err)
	}
	return result.X
}

func (s sample) score(w []float64) float64 {
	z := 0.0
	for _, f := range s.features {
		z += w[f]
	}
	return z*s.scale + w[len(w)-1]
}
