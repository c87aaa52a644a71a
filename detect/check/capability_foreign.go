package check

import (
	"github.com/org/mcp-lint/detect"
)

// otherReach is something found at bytes [start, end) of a field.
type otherReach struct {
	start, end int
	confidence float64
	detail     string
}

// reachOtherwise finds what a field reaches for in other words than plain English: in another language, or disguised.
func reachOtherwise(p *prose, u *lazyPurpose) []otherReach {
	var out []otherReach
	for _, f := range foreignReadings(p) {
		out = append(out, f.reachesFor(u.read())...)
	}
	return append(out, reachDisguised(p, u)...)
}

// misplacedReaches reads the fields that are no prose, such as names and examples, when they hold more than a name.
func misplacedReaches(tool detect.ToolView, reg detect.RegistryView, u *lazyPurpose, found func(field int, r otherReach)) {
	// sentence is the length from which a value can be a sentence, in bytes.
	const sentence = 24
	for i := range tool.Fields {
		f := &tool.Fields[i]
		switch f.Role {
		case detect.RoleName, detect.RoleParameterName, detect.RoleKey, detect.RoleSchemaWord, detect.RolePattern, detect.RoleURI, detect.RoleExample:
		default:
			continue
		}
		if len(f.Text) < sentence || !readable(*f) {
			continue
		}
		for _, r := range reachOtherwise(proseOfField(tool, reg, i), u) {
			found(i, r)
		}
	}
}

// foreignDomain reads the domains from the first sentence of the description in another language.
func foreignDomain(tool detect.ToolView) domain {
	// lead bounds the sentence, in bytes.
	const lead = 160
	var d domain
	for i := range tool.Fields {
		if r := tool.Fields[i].Role; r != detect.RoleDescription && r != detect.RoleTitle {
			continue
		}
		folded := tool.Doc(i).Folded
		if stops := sentenceStops(folded); len(stops) > 0 {
			folded = folded[:stops[0]]
		}
		if len(folded) > lead {
			continue
		}
		for _, m := range languages().scan(flat(folded)) {
			switch m.class {
			case "secret", "cred":
				d |= inSecrets
			case "convo", "model":
				d |= inTalk | inAgents
			case "shell":
				d |= inShell
			}
		}
	}
	return d
}

// reachesFor weighs what one language's words of a field reach for.
func (f *foreignProse) reachesFor(u *purpose) []otherReach {
	var out []otherReach
	d, read := u.declared, false
	declared := func(want domain) bool {
		if !read {
			d, read = d|foreignDomain(*f.p.tool), true
		}
		return d&want != 0
	}
	add := func(lo, hi int, c float64, detail string) {
		if f.quoted(lo) {
			c *= 0.5
		}
		if start, end := f.p.doc.RawSpan(lo, hi); c >= reachFloor && end > start {
			out = append(out, otherReach{start, end, min(c, 0.85), detail + " (" + f.lang.code + ")"})
		}
	}
	for i, m := range f.m {
		switch m.class {
		case "secret", "cred":
			if c, act := f.takes(i); c >= reachFloor && !declared(inSecrets|inSecurity) {
				add(min(m.start, f.m[act].start), max(m.end, f.m[act].end), c, "takes or hands on secrets or history that the tool does not declare to need")
			}
		case "convo":
			if f.p.field.Role == detect.RoleParameterDescription && !f.p.field.Output && f.near(i, "whole", 30, 16) >= 0 && !f.negated(i, 40) && !declared(inTalk|inMail) {
				add(m.start, m.end, 0.55, "a parameter asks for what the tool does not need")
			}
		case "send", "read", "set", "model":
			if c, end := f.opens(i); c >= reachFloor && !declared(inSecrets) {
				add(m.start, max(m.end, end), c, "reaches for a file that the tool does not declare to need")
			}
			if c := f.sendsOff(i); c >= reachFloor {
				add(m.start, m.end, c, "sends to an address that the user did not choose")
			}
			if m.class == "set" {
				add(m.start, m.end, f.operates(i), otherTool)
			}
		case "call", "calli", "bad":
			if m.class == "bad" && f.retiresParameter(i) {
				continue
			}
			add(m.start, m.end, f.operates(i), otherTool)
		}
	}
	for _, c := range f.commandLines() {
		w := 0.5
		if declared(inShell | inCode) {
			w = 0.3
		}
		add(c.lo, c.hi, w, "carries a command line that the tool does not declare to run")
	}
	return out
}

// act returns the nearest verb of taking or giving around f.m[i] that nobody denies, or -1.
func (f *foreignProse) act(i int) int {
	for _, c := range []class{"send", "set", "read"} {
		if k := f.near(i, c, 70, 60); k >= 0 && !f.negated(k, 20) && !f.cond(k) {
			return k
		}
	}
	return -1
}

// own reports whether f.m[i] opens the description: what the tool itself does.
func (f *foreignProse) own(i int) bool { return f.m[i].start < 4 && f.p.ownFunction(0) }

// takes weighs a secret that is taken or handed on.
func (f *foreignProse) takes(i int) (c float64, act int) {
	act = f.act(i)
	if act < 0 || f.own(act) {
		return 0, act
	}
	c = 0.2
	if f.m[act].class == "send" {
		c += 0.1
	}
	dest := 0.1
	if f.m[i].class == "secret" {
		c, dest = c+0.1, 0.15
	}
	lo, hi := f.sentence(f.sent[i])
	reach := int(120 * f.lang.letter)
	lo, hi = max(lo, f.m[i].start-reach), min(hi, f.m[i].end+reach)
	if _, literal := f.literals(lo, hi, hi); literal {
		c += 0.2
	} else if f.near(i, "dest", 70, 70) >= 0 {
		c += dest
	}
	if f.near(i, "stealth", 110, 110) >= 0 || f.near(i, "unaware", 110, 110) >= 0 {
		c += 0.2
	}
	if f.near(i, "user", 30, 30) >= 0 || f.near(i, "whole", 25, 10) >= 0 {
		c += 0.05
	}
	if f.near(i, "send", 60, 60) >= 0 && f.near(i, "read", 60, 60) >= 0 {
		c += 0.1
	}
	return c, act
}

// opens weighs a file that holds credentials, near a verb or the model; end is the byte behind its name.
func (f *foreignProse) opens(i int) (c float64, end int) {
	if f.own(i) && f.m[i].class != "model" || f.negated(i, 20) {
		return 0, -1
	}
	lo, hi := f.sentence(f.sent[i])
	reach := int(90 * f.lang.letter)
	lo, hi = max(lo, f.m[i].start-reach), min(hi, f.m[i].end+reach)
	if end, _ = f.literals(lo, hi, hi); end < 0 {
		return 0, -1
	}
	return 0.65, end
}

// sendsOff weighs a fixed address that something of the user's is sent to.
func (f *foreignProse) sendsOff(i int) float64 {
	if f.m[i].class != "send" || f.own(i) || f.negated(i, 20) || f.cond(i) {
		return 0
	}
	lo, hi := f.sentence(f.sent[i])
	reach := int(80 * f.lang.letter)
	lo, hi = max(lo, f.m[i].start-reach), min(hi, f.m[i].end+reach)
	if _, literal := f.literals(lo, hi, hi); !literal {
		return 0
	}
	c := 0.3
	if f.near(i, "convo", 60, 60) >= 0 || f.near(i, "secret", 60, 60) >= 0 {
		c += 0.25
	} else if f.near(i, "whole", 40, 40) >= 0 {
		c += 0.1
	}
	if f.near(i, "stealth", 60, 60) >= 0 || f.near(i, "unaware", 110, 110) >= 0 {
		c += 0.25
	}
	return c
}

// operates weighs a tool of somebody else that the text has run, rewritten or replaced.
func (f *foreignProse) operates(i int) float64 {
	if f.m[i].shared || f.negated(i, 20) && f.m[i].class != "bad" {
		return 0
	}
	reach := int(80 * f.lang.letter)
	if !f.foreignName(f.sent[i], f.m[i].start-reach, f.m[i].end+reach) {
		return 0
	}
	c := 0.25
	if f.value(i, 110) {
		c += 0.2
	}
	if f.near(i, "before", 90, 60) >= 0 || f.near(i, "when", 90, 60) >= 0 {
		c += 0.1
	}
	if f.near(i, "secret", 90, 110) >= 0 || f.near(i, "convo", 90, 110) >= 0 {
		c += 0.2
	}
	if f.near(i, "must", 40, 40) >= 0 {
		c += 0.05
	}
	if f.near(i, "send", 0, 70) >= 0 {
		c += 0.1
	}
	if f.near(i, "regard", 110, 110) >= 0 || f.near(i, "stealth", 60, 60) >= 0 || f.near(i, "unaware", 110, 110) >= 0 {
		c += 0.2
	}
	if f.near(i, "other", 60, 60) >= 0 {
		c += 0.05
	}
	if f.near(i, "dest", 0, 90) >= 0 {
		c += 0.1
	}
	if f.m[i].class == "bad" && (f.near(i, "instead", 110, 110) >= 0 || f.near(i, "call", 110, 110) >= 0) {
		c += 0.2
	}
	return c
}

// commandLine is a command line at folded bytes [lo, hi) that a verb of running stands beside.
type commandLine struct {
	lo, hi int
	// act is the verb, weight how sure it is that the model is to run the line.
	act    int
	weight float64
}

// gravestReach is how much of a command line is looked at beyond its head, in bytes.
const gravestReach = 80

// gravest matches what command lines of installation guides do not do in passing: fetch and run, send, delete, open access.
var gravest = regexpOf(`(?i)\b(?:curl|wget|nc|ncat|scp|iwr|invoke-webrequest)\s|\brm\s+-|\bchmod\s+(?:-R\s+)?[0-7]*7\b|\|\s*(?:sudo\s+)?(?:ba|z)?sh\b|` +
	`\b(?:ba)?sh\s+-c\b|\bbase64\s+-d|\bcrontab\b|--privileged|\bgit\s+push\b|\bssh-keygen\b|\bauthorized_keys\b|-encodedcommand\b`)

// commandLines finds the command lines that are to be run.
func (f *foreignProse) commandLines() []commandLine {
	const most = 8
	var out []commandLine
	lines := f.p.linesOf(&orderedLine)
	for _, m := range lines[:min(len(lines), most)] {
		if !gravest.MatchString(f.p.doc.Raw[m[0]:min(len(f.p.doc.Raw), m[1]+gravestReach)]) {
			continue
		}
		c := commandLine{lo: f.foldedAt(m[0]), hi: f.foldedAt(m[1]-1) + 1, act: -1, weight: 0.45}
		for i := range f.m {
			if f.m[i].start > c.hi+int(60*f.lang.letter) {
				break
			}
			if f.m[i].end < c.lo-int(90*f.lang.letter) {
				continue
			}
			switch f.m[i].class {
			case "call", "calli", "run":
				if !f.negated(i, 20) && !f.own(i) {
					c.act = i
				}
			case "shell":
				c.weight += 0.05
			case "unaware", "stealth", "ntell":
				c.weight += 0.15
			case "neg":
				if f.near(i, "tell", 0, 30) >= 0 || f.near(i, "reveal", 0, 30) >= 0 {
					c.weight += 0.15
				}
			}
		}
		if c.act >= 0 {
			out = append(out, c)
		}
	}
	return out
}
