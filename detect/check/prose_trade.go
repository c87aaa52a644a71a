package check

import (
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// harmlessKin reports whether a tool is named like one of the server's own, and like none that spends, sends, destroys or discloses.
func (p *prose) harmlessKin(name string) bool {
	words := detect.NameWords(name)
	kin := p.sameTrade(words)
	for _, w := range words {
		stem := text.Stem(w)
		if graveWords.has(stem) {
			return false
		}
		kin = kin || !actions[w] && !bareWords[stem] && len(stem) > 2 && p.vocabulary()[stem]
	}
	return kin
}

// trades are fields of work in which tools of one server go by different nouns.
var trades = []string{
	`git github gitlab repo repository branch commit merge rebase diff tag pr release fork`,
	`sql query table schema database column row dataset db collection`,
	`cluster pod namespace deployment container image docker kubernetes helm rollout replica kubectl`,
	`mail mailbox email inbox draft thread attachment imap smtp`,
	`product inventory cart shipping customer sku variant catalog storefront`,
	`flight hotel booking trip travel passenger itinerary airline`,
	`page browser tab click screenshot navigate element selector dom`,
	`calendar event meeting attendee appointment`,
	`channel thread workspace slack discord reaction`,
	`task project issue ticket board sprint milestone epic backlog`,
	`invoice expense vendor ledger bookkeeping receipt journal`,
	`plan infrastructure terraform state apply resource provider module stack`,
	`build job pipeline workflow artifact run stage ci jenkins`,
	`metric dashboard alert panel trace incident`,
	`employee leave payroll vacation timesheet`,
	`note vault block backlink notebook`,
	`model dataset training inference notebook experiment`,
	`node graph entity relation edge`,
}

// sameTrade reports whether a word of the name and one of the vocabulary belong to one trade.
func (p *prose) sameTrade(words []string) bool {
	d := p.whole
	if !d.weighed {
		d.weighed = true
		for w := range p.vocabulary() {
			d.trades |= tradesOf()[w]
		}
	}
	for _, w := range words {
		if tradesOf()[text.Stem(w)]&d.trades != 0 {
			return true
		}
	}
	return false
}

// tradesOf holds the trades of each word, a bit for each.
var tradesOf = sync.OnceValue(func() map[string]uint32 {
	m := map[string]uint32{}
	for i, trade := range trades {
		for w := range strings.FieldsSeq(trade) {
			m[text.Stem(w)] |= 1 << i
		}
	}
	return m
})

// partOf reports whether a word of the vocabulary begins with the stem or the stem with it: "repo" and "repository".
func (p *prose) partOf(v map[string]bool, stem string) bool {
	// shortest is the shortest common beginning that is no chance.
	const shortest = 4
	for n := shortest; n < len(stem); n++ {
		if v[stem[:n]] {
			return true
		}
	}
	return len(stem) <= 6 && p.beginnings()[stem]
}

// beginnings holds the beginnings, of four to six letters, of the words of the vocabulary.
func (p *prose) beginnings() map[string]bool {
	d := p.whole
	if d.heads == nil {
		d.heads = map[string]bool{}
		for w := range p.vocabulary() {
			for n := 4; n <= min(6, len(w)); n++ {
				d.heads[w[:n]] = true
			}
		}
	}
	return d.heads
}

// accountNumber reports whether a folded word is written like the number of a bank account: two letters and many digits.
func accountNumber(w string) bool {
	// shortest is the shortest number with its check digits.
	const shortest = 8
	if len(w) < shortest || w[0] < 'a' || w[0] > 'z' || w[1] < 'a' || w[1] > 'z' {
		return false
	}
	digits := 0
	for i := 2; i < len(w); i++ {
		if w[i] >= '0' && w[i] <= '9' {
			digits++
		}
	}
	return digits >= len(w)-4 && digits >= shortest-2
}
