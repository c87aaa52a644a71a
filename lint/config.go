package lint

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/org/mcp-lint/detect"
)

// ConfigName is the configuration file that is read from the working directory.
const ConfigName = ".mcp-lint.yaml"

// MaxConfigBytes bounds a configuration file: it may come from the repository that is scanned.
const MaxConfigBytes = 64 << 10

// Config is what a configuration file may set. A nil or empty field was not set.
type Config struct {
	FailOn        string
	Only, Skip    []string
	MinConfidence *float64
	Strict        *bool
}

// configKeys are the keys a configuration file can have, in the order in which they are listed.
var configKeys = []string{"fail-on", "only", "skip", "min-confidence", "strict"}

// ConfigError says what is wrong in a configuration file, and where.
type ConfigError struct {
	Line   int
	Reason string
	// Key is set for an unknown key; Known are the keys there are.
	Key   string
	Known []string
}

func (e *ConfigError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
	}
	return e.Reason
}

// ParseConfig reads a configuration. An error is a *ConfigError; an empty file is an empty Config.
func ParseConfig(data []byte) (Config, error) {
	var c Config
	if len(data) > MaxConfigBytes {
		return c, &ConfigError{Reason: fmt.Sprintf("larger than %d bytes", MaxConfigBytes)}
	}
	var doc, next yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		return c, &ConfigError{Reason: "not YAML: " + strings.TrimPrefix(err.Error(), "yaml: ")}
	}
	if err := dec.Decode(&next); !errors.Is(err, io.EOF) {
		return c, &ConfigError{Line: next.Line, Reason: "settings must be one document"}
	}
	if len(doc.Content) == 0 {
		return c, nil
	}
	root := doc.Content[0]
	if root.Kind == yaml.ScalarNode && root.Tag == "!!null" {
		return c, nil
	}
	if root.Kind != yaml.MappingNode {
		return c, &ConfigError{Line: root.Line, Reason: "settings must be a mapping, such as \"fail-on: high\""}
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(root.Content); i += 2 {
		key, value := root.Content[i], root.Content[i+1]
		if seen[key.Value] {
			return c, &ConfigError{Line: key.Line, Reason: fmt.Sprintf("%q is set twice", key.Value)}
		}
		seen[key.Value] = true
		if err := c.set(key.Value, value); err != nil {
			if errors.Is(err, errUnknownKey) {
				return c, &ConfigError{Line: key.Line, Key: key.Value, Known: configKeys, Reason: fmt.Sprintf("there is no setting %q", key.Value)}
			}
			return c, &ConfigError{Line: value.Line, Reason: fmt.Sprintf("%s: %v", key.Value, err)}
		}
	}
	return c, nil
}

var errUnknownKey = errors.New("unknown key")

func (c *Config) set(key string, v *yaml.Node) (err error) {
	switch key {
	case "fail-on":
		if _, ok := detect.ParseSeverity(v.Value); (!ok || v.Value == "none") && v.Value != "never" {
			return fmt.Errorf("%q is not one of low, medium, high, critical, never", v.Value)
		}
		c.FailOn = v.Value
	case "only":
		c.Only, err = words(v)
	case "skip":
		c.Skip, err = words(v)
	case "min-confidence":
		f, perr := strconv.ParseFloat(v.Value, 64)
		if perr != nil || !(f >= 0 && f <= 1) {
			return fmt.Errorf("%q is not a number from 0 to 1", v.Value)
		}
		c.MinConfidence = &f
	case "strict":
		if v.Value != "true" && v.Value != "false" {
			return fmt.Errorf("%q is not true or false", v.Value)
		}
		b := v.Value == "true"
		c.Strict = &b
	default:
		return errUnknownKey
	}
	return err
}

// words reads a scalar or a list of scalars.
func words(v *yaml.Node) ([]string, error) {
	switch v.Kind {
	case yaml.ScalarNode:
		if v.Value == "" || v.Tag == "!!null" {
			return nil, errors.New("must not be empty")
		}
		return []string{v.Value}, nil
	case yaml.SequenceNode:
		var out []string
		for _, item := range v.Content {
			if item.Kind != yaml.ScalarNode {
				return nil, errors.New("must be a list of words")
			}
			out = append(out, item.Value)
		}
		return out, nil
	}
	return nil, errors.New("must be a word or a list of words")
}

// Describe lists what the configuration sets, for the report: a configuration may come from the scanned repository,
// and what it silences must be seen.
func (c Config) Describe() []string {
	var out []string
	if c.FailOn != "" {
		out = append(out, "fail-on: "+c.FailOn)
	}
	if len(c.Only) > 0 {
		out = append(out, "only: "+strings.Join(c.Only, ", "))
	}
	if len(c.Skip) > 0 {
		out = append(out, "skip: "+strings.Join(c.Skip, ", "))
	}
	if c.MinConfidence != nil {
		out = append(out, "min-confidence: "+strconv.FormatFloat(*c.MinConfidence, 'g', -1, 64))
	}
	if c.Strict != nil {
		out = append(out, "strict: "+strconv.FormatBool(*c.Strict))
	}
	return out
}
