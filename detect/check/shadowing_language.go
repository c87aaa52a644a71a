package check

import (
	"strings"
	"unicode"

	"github.com/org/mcp-lint/detect/text"
)

// englishWords and foreignWords are words of grammar, of which every sentence of some length has one or two.
var (
	englishWords = lazyWords{list: `the of to and or is are be has have with for from by at it its this that which as when if not no any each every
	all you your user can will use used via after before once than then into one two neither nor unlike like does only see but now
	while without between similar both same other them they there their here what who how more most such been being should must may`}
	foreignWords = lazyWords{list: `der das den dem und nicht ist von zu mit ein eine wird auf sich fur für werden nur seit bei aus
	le la les un une et est pas pour que qui dans sur avec cet cette ne ce du au aux en désormais
	el los las y por con se su del lo una ya esta este no_es al
	o os um uma e com não nao para do da dos das na agora pelo pela é
	il che di per una sono gli non della nel con`}
)

// foreignSentence reports whether the sentence is written in another language than English: in another script, or without the
// words of English grammar.
func foreignSentence(p *prose, s text.Range) bool {
	// few is how many words a sentence needs to be judged by its grammar.
	const few = 5
	if otherScript(p, s) {
		return true
	}
	n, english, foreign := 0, 0, 0
	for k := s.Start; k < s.End; k++ {
		w := &p.doc.Words[k]
		if w.Kind != text.KindWord {
			continue
		}
		n++
		raw := strings.ToLower(p.doc.Raw[w.Start():w.End()])
		if englishWords.has(raw) {
			english++
		}
		if foreignWords.has(raw) {
			foreign++
		}
	}
	return n >= few && (english*8 < n || foreign >= 2 && foreign > english)
}

// terse reports whether the sentence lacks the words of English grammar only because it is a note, code or an example, in a text
// whose sentences are English or that has no words of another language.
func terse(p *prose, s text.Range) bool {
	for k := s.Start; k < s.End; k++ {
		w := &p.doc.Words[k]
		if raw := strings.ToLower(p.doc.Raw[w.Start():w.End()]); w.Kind == text.KindWord && len(raw) > 1 && foreignWords.has(raw) && !englishWords.has(raw) {
			return false
		}
	}
	return !otherScript(p, s)
}

// otherScript reports whether much of the sentence is in letters that are not Latin.
func otherScript(p *prose, s text.Range) bool {
	// several is how many such letters are more than a unit.
	const several = 2
	script, latin := 0, 0
	for k := s.Start; k < s.End; k++ {
		w := &p.doc.Words[k]
		for _, r := range p.doc.Raw[w.Start():w.End()] {
			switch {
			case r > 0x36f && unicode.IsLetter(r):
				script++
			case w.Kind == text.KindWord && unicode.IsLetter(r):
				latin++
			}
		}
	}
	return script >= several && script*5 >= latin
}

// foreignPlain are words, in other languages, that compare a tool, take something from it, or say that it is left alone.
var foreignPlain = []string{
	" anders als ", " im gegensatz zu ", " ähnlich wie ", " ahnlich wie ", " wie bei ", " siehe ", " vergleichbar mit ", " aus ", " von ", " zurückgegeben ", " geliefert ", " ergebnis", " nicht auf", " ruft ",
	" entspricht ", " liefert", " gleiche", " kompatibel ", " unabhängig ", " identisch ", " gibt ",
	" identique ", " pareil", " compatible ", " même ", " independiente ", " igual ", " mismo ", " misma ", " mesmo ", " compatível ", " stesso ", " non chiama ",
	" не связан", " независ", " совместим", " такой же ", "兼容", "相同", "互換", "同じ", "호환", "같은",
	" contrairement ", " comme ", " voir ", " similaire ", " renvoy", " résultat", " resultat", " issu", " fourni", " obtenu", " n'appelle ", " indépendant",
	" a diferencia de ", " como ", " véase ", " vease ", " similar ", " devuelv", " devuelt", " resultado", " obtenid", " no llama ", " procedente",
	" ao contrário ", " ao contrario ", " semelhante ", " retornad", " veja ", " obtid", " não chama ", " nao chama ",
	" a differenza di ", " restituit", " vedi ", " simile ", " risultat",
	" в отличие ", " подобно ", " аналог", " см ", " полученн", " возвращ", " результат", " не вызывает", " как и ",
	"不同于", "与其他", "类似", "相似", "参见", "参阅", "返回", "来自", "结果", "获取的", "得到的", "不会调用", "不调用", "无关", "相比", "不像", "不同",
	"異なり", "と同様", "参照", "返す", "返した", "結果", "から取得", "呼び出しません", "とは別", "に似た", "違い",
	"달리", "처럼", "비슷", "참고", "반환", "결과", "호출하지 않", "무관", "비교", "얻은",
	"خلاف", "مثل", "انظر", "نتيجة", "نتائج", "لا يستدعي", "لا تستدعي", "يعيد", "بخلاف", "تعيد",
}

// foreignOrders are words that make even such a sentence an order, or keep it from the user.
var foreignOrders = []string{
	" immer ", " niemals ", " müssen ", " muss ", " bitte ", " zuerst ", " stattdessen ", " heimlich ", " ohne ", " jedes mal ", " jeder ", " vor jedem ", " statt ", " sollte", " veraltet", " verwende ", " benutze ", " setze ", " füge ",
	" toujours ", " jamais ", " doit ", " doivent ", " veuillez ", " d'abord ", " au lieu ", " à la place ", " sans ", " chaque ", " il faut ", " obsolète", " remplac", " ajout", " utilisez ", " appelez ",
	" siempre ", " nunca ", " debe", " por favor ", " primero ", " en lugar ", " en vez ", " sin ", " cada ", " hay que ", " obsolet", " reemplaz", " añad", " agreg", " usa ", " use ", " llama a ", " llame ",
	" sempre ", " deve", " primeiro ", " em vez ", " sem ", " substitu", " adicion", " chame ", " sempre", " prima ", " invece ", " senza ",
	" всегда ", " никогда ", " должн", " сначала ", " вместо ", " без ", " каждый ", " каждого ", " нужно ", " следует ", " устарел", " добав", " замен", " вызови", " используйте ",
	"必须", "必須", "务必", "不要", "不得", "无需", "先调用", "总是", "每次", "一律", "改为", "改用", "替换", "附加", "加上", "抄送", "悄", "不必", "弃用", "请先", "之前请", "应当", "而不是", "代替", "不再",
	"必ず", "常に", "代わり", "しないで", "してください", "毎回", "黙って", "無断", "知らせず", "廃止", "べき", "追加し", "置き換え",
	"반드시", "항상", "대신", "하지 마", "먼저", "몰래", "알리지", "매번", "하세요", "하십시오", "추가", "바꾸", "해야",
	"دائما", "دائماً", "يجب", "لا تستخدم", "بدلا", "بدلاً", "أولا", "أولاً", "دون", "استخدم", "أضف", "قبل كل",
}

// foreignSteering judges a sentence in another language that names another server's tool: it is steering unless it is a plain
// mention and gives no order.
func foreignSteering(p *prose, s text.Range) (steering, bool) {
	start, end := p.doc.Span(s.Start, s.End)
	body := " " + strings.Join(strings.FieldsFunc(strings.ToLower(p.doc.Raw[start:end]), func(r rune) bool {
		return r == ' ' || r == ',' || r == '\n' || r == ';' || r == ':' || r == '(' || r == ')' || r == '`'
	}), " ") + " "
	if containsOneOf(body, foreignPlain) && !containsOneOf(body, foreignOrders) {
		return steering{}, false
	}
	if terse(p, s) {
		return steering{"tells the model what to do with", 0.6}, true
	}
	return steering{inAnotherLanguage, 0.65}, true
}

func containsOneOf(s string, words []string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}
