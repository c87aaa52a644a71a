package check

// orderFloor is the confidence from which an order about a tool counts as steering of that tool. It is higher than for a
// finding of its own, because steering is hard evidence.
const orderFloor = 0.6

// proseSteering reads the reference as the directive frames do, for orders in forms that no list of steering words holds: noun
// phrases, rules for what is passed, values written out. A tool of the server's own trade is not steered by being mentioned.
func proseSteering(p *prose, ref crossRef) (steering, bool) {
	for _, r := range p.refsIn(ref.first, ref.last+1) {
		if r.own || r.kind != refNamed || r.stand.kin && r.stand.arguments == 0 {
			continue
		}
		if h, ok := p.governs(r); ok && h.confidence*p.position(h).Weight() >= orderFloor {
			return steering{"changes what is passed to", 0.75}, true
		}
		if h, ok := p.ordersTool(r); ok && h.confidence*p.position(h).Weight() >= orderFloor {
			return steering{"orders the model to call", 0.75}, true
		}
	}
	return topicSteering(p, ref)
}
