package settings

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/didyoumean"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/rules"
)

// hintRules is for an ID that is none and looks like that of a rule.
const hintRules = "If it is a rule of your own, name its file with --rules FILE."

// Rules are the rules of the files that the user has named.
type Rules struct {
	All []*rules.Rule
	// Asked is set when they hold those that the settings ask for.
	Asked bool
}

// ReadRules reads files of rules.
func ReadRules(files []string) (own Rules, err error) {
	for _, name := range files {
		if err := own.read(name); err != nil {
			return own, err
		}
	}
	return own, nil
}

func (r *Rules) read(name string) error {
	data, err := userfile.Read(name, config.MaxRulesBytes+1)
	if err != nil {
		return err
	}
	more, err := rules.Parse(name, data, lint.CheckIDs())
	var wrong config.Problems
	if errors.As(err, &wrong) && len(wrong) > 0 {
		advice := didyoumean.Question(wrong[0].Key, wrong[0].Known)
		if len(wrong) > 1 {
			advice = hint.Join(advice, "mcp-lint rules test lists all mistakes.")
		}
		return hint.Errorf(advice, "%s: %s", AtLine(name, wrong[0].Line), wrong[0].Reason)
	}
	if err != nil {
		return err
	}
	return r.Add(more)
}

// Add adds the rules of a file.
func (r *Rules) Add(more []*rules.Rule) error {
	for _, m := range more {
		if i := slices.IndexFunc(r.All, func(k *rules.Rule) bool { return k.ID() == m.ID() }); i >= 0 {
			return fmt.Errorf("%s: there is a rule %s at %s already", m.Place(), m.ID(), r.All[i].Place())
		}
	}
	if r.All = append(slices.Clip(r.All), more...); len(r.All) > config.MaxItems {
		return fmt.Errorf("there are more than %d rules of your own", config.MaxItems)
	}
	return nil
}

// ReadSettings reads the files that settings ask for, which the user has named: what is not known yet is asked of them.
func (r *Rules) ReadSettings(name string, data []byte) error {
	c, err := config.Parse(data, nil)
	if err != nil {
		// Whoever reads the settings says what is wrong.
		return nil
	}
	r.Asked = true
	for _, file := range c.Rules {
		file = filepath.Join(filepath.Dir(name), filepath.FromSlash(file))
		// What is not an ordinary file may never end.
		if err := userfile.Ordinary(file, false); err != nil {
			return err
		}
		if err := r.read(file); err != nil {
			return err
		}
	}
	return nil
}

// Checks are the rules as checks.
func (r *Rules) Checks() []detect.DocumentedCheck { return rules.Checks(r.All) }

// Files are the files that rules were read from, in their order.
func (r *Rules) Files() []string {
	var out []string
	for _, one := range r.All {
		if !slices.Contains(out, one.File()) {
			out = append(out, one.File())
		}
	}
	return out
}

// UnknownCheck adds to an error what was probably meant.
func UnknownCheck(err *lint.UnknownCheckError) error {
	advice := didyoumean.Question(err.ID, err.Known)
	if advice == "" && config.IsRuleID(err.ID) {
		advice = hintRules
	}
	return hint.Add(err, hint.Join(advice, "See mcp-lint rules."))
}
