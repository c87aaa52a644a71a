package check

// What the program asks for sentence by sentence and within bounds is asked for here as a whole, to be compared.

// mayBeMannered reports whether mannered may return anything: where it is false, nothing needs to be read for it.
func (p *prose) mayBeMannered() bool { return p.maySpeak(viewManner, mannerFloor, mannerAgrees) }

// mayBeMattered is mayBeMannered for mattered.
func (p *prose) mayBeMattered() bool { return p.maySpeak(viewMatter, matterFloor, matterAgrees) }

func (p *prose) maySpeak(v view, floor, agrees float64) bool {
	p.weigh()
	for k := range p.judged {
		if speaks(p.judged[k].bound(), v, floor, agrees) >= 0 {
			return true
		}
	}
	return false
}

// judgements returns the judgement of every sentence of the field. The program asks for those above a floor alone, see gravest.
func (p *prose) judgements() []judgement {
	s := scorerOf(p)
	defer s.done()
	if p.judged == nil {
		p.keepAll(s)
	}
	for k := range p.judged {
		p.exactly(&p.judged[k], s)
	}
	return p.judged
}
