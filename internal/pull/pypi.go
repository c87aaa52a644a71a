package pull

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/pypi"
)

const (
	pypiIndex = "https://pypi.org/simple/"
	indexJSON = "application/vnd.pypi.simple.v1+json"
	// longestName bounds the name of a file, as file systems do.
	longestName = 255
)

// release is a file in the index of a package.
type release struct {
	name, address, sha256 string
	version               string
	yanked                bool
	why                   string
	// python says which versions of Python it is for.
	python string
}

// pypi fetches the wheel for most machines, or else the source distribution.
func (c *Client) pypi(ctx context.Context, p *Package, folder string) error {
	index := strings.TrimSuffix(c.pypiIndex(), "/") + "/"
	a := auth{}
	if u, err := url.Parse(index); err == nil && u.User != nil {
		a.user = u.User.Username()
		a.password, _ = u.User.Password()
		u.User = nil
		index = u.String()
	}
	page := index + pypi.Normal(p.Name) + "/"
	data, kind, err := c.read(ctx, page, indexJSON+", application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1", a)
	if err != nil {
		return err
	}
	all := releasesJSON(data, page)
	if !strings.Contains(kind, "json") {
		all = releasesHTML(data, page)
	}
	for i := range all {
		all[i].version = versionOf(all[i].name, p.Name)
	}
	r, err := choose(all, p)
	if err != nil {
		return err
	}
	want, err := hex.DecodeString(r.sha256)
	if err != nil || !sha256Hex().MatchString(r.sha256) {
		return errors.New("the registry gives no digest to compare the package with")
	}
	// pip only installs a wheel under its own name.
	p.Version, p.Stated, p.fileName = r.version, "the registry", r.name
	if r.yanked {
		p.Notes = append(p.Notes, "the version was yanked"+r.why)
	}
	if !mayLogIn(index, r.address) {
		a = auth{}
	}
	return c.download(ctx, p, folder, extension(r.name), r.address, a, sum{"sha256", want})
}

func extension(name string) string {
	ext := path.Ext(name)
	if strings.HasSuffix(strings.TrimSuffix(name, ext), ".tar") {
		return ".tar" + ext
	}
	return ext
}

// versionOf returns the version in the file name of a wheel or source distribution, as pip reads it, or "".
func versionOf(file, name string) string {
	read, ext, name := "", extension(file), pypi.Normal(name)
	switch {
	case len(file) > longestName:
	case ext == ".whl":
		parts := strings.Split(file, "-")
		if (len(parts) == 5 || build(file) != "") && pypi.Normal(parts[0]) == name {
			read = parts[1]
		}
	case slices.Contains(strings.Fields(".tar.gz .zip .tar .tgz .tar.bz2 .tbz .tar.xz .txz .tar.lz .tlz .tar.lzma"), ext):
		base := strings.TrimSuffix(file, ext)
		for i := range base {
			if base[i] == '-' && pypi.Normal(base[:i]) == name {
				read = base[i+1:]
				break
			}
		}
	}
	if pypi.Version(read) == "" {
		return ""
	}
	return read
}

// build is the build tag of a wheel, written so that the one that pip prefers is the greater, or "".
func build(file string) string {
	parts := strings.Split(file, "-")
	if len(parts) != 6 {
		return ""
	}
	rest := strings.TrimLeft(parts[2], "0123456789")
	number := strings.TrimSuffix(parts[2], rest)
	if number == "" {
		return ""
	}
	return strings.Repeat("0", longestName-len(number)) + number + rest
}

func releasesJSON(data []byte, page string) (all []release) {
	var about struct {
		Files []struct {
			Filename, URL string
			Hashes        struct{ SHA256 string }
			Yanked        any
			Python        string `json:"requires-python"`
		}
	}
	if json.Unmarshal(data, &about) != nil {
		return nil
	}
	for _, f := range about.Files {
		r := release{name: f.Filename, address: absolute(page, f.URL), sha256: f.Hashes.SHA256, python: f.Python}
		switch y := f.Yanked.(type) {
		case bool:
			r.yanked = y
		case string:
			r.yanked, r.why = true, ": "+y
		}
		all = append(all, r)
	}
	return all
}

func releasesHTML(data []byte, page string) (all []release) {
	for tokens := html.NewTokenizer(bytes.NewReader(data)); ; {
		kind := tokens.Next()
		if kind == html.ErrorToken {
			return all
		}
		token := tokens.Token()
		if kind != html.StartTagToken || token.Data != "a" {
			continue
		}
		var r release
		for _, at := range token.Attr {
			switch at.Key {
			case "href":
				address, fragment, _ := strings.Cut(absolute(page, at.Val), "#")
				r.address, r.name = address, path.Base(withoutSecrets(address))
				r.sha256 = strings.TrimPrefix(fragment, "sha256=")
			case "data-yanked":
				r.yanked, r.why = true, ": "+at.Val
			case "data-requires-python":
				r.python = at.Val
			}
		}
		all = append(all, r)
	}
}

func absolute(page, address string) string {
	base, err := url.Parse(page)
	if err != nil {
		return address
	}
	u, err := base.Parse(address)
	if err != nil {
		return address
	}
	return u.String()
}

// choose returns the file to fetch, of the requested version or the newest one that is not yanked, which is a pre-release only if all are. It
// notes the others that pip may install.
func choose(all []release, p *Package) (release, error) {
	newest := ""
	for _, r := range all {
		if r.version != "" && !r.yanked && version().MatchString(r.version) && (newest == "" || newer(r.version, newest)) {
			newest = r.version
		}
	}
	asked := cmp.Or(p.Version, newest)
	if asked == "" {
		return release{}, errors.New("the registry has no version that can be fetched")
	}
	of := slices.DeleteFunc(slices.Clone(all), func(r release) bool { return r.version == "" || !sameVersion(r.version, asked) })
	if len(of) == 0 {
		return release{}, hint.Errorf("It may have been deleted. Give an exact version.", "there is no version %q; the newest is %q", asked, newest)
	}
	best := slices.MinFunc(of, func(a, b release) int {
		return cmp.Or(a.rank()-b.rank(), strings.Compare(build(b.name), build(a.name)), strings.Compare(a.name, b.name))
	})
	for _, r := range of {
		if r.insteadOf(best) {
			p.Others = append(p.Others, r.name)
		}
	}
	slices.Sort(p.Others)
	p.Others = slices.Compact(p.Others)
	return best, nil
}

// sameVersion reports whether pip takes a version for the one that is asked for, which has no local part unless one is asked for.
func sameVersion(v, asked string) bool {
	v, asked = pypi.Version(v), pypi.Version(asked)
	if !strings.Contains(asked, "+") {
		v, _, _ = strings.Cut(v, "+")
	}
	return v == asked
}

// rank orders the files of a version, those first that fit most machines.
func (r release) rank() int {
	rank := 5
	switch sort := r.fits(); {
	case sort == "py3":
		rank = 0
	case sort != "":
		rank = 1
	case strings.HasSuffix(r.name, "manylinux_2_17_x86_64.manylinux2014_x86_64.whl"):
		rank = 2
	case strings.HasSuffix(r.name, ".tar.gz") || strings.HasSuffix(r.name, ".zip"):
		rank = 3
	case strings.HasSuffix(r.name, ".whl"):
		rank = 4
	}
	if r.yanked {
		rank += 10
	}
	return rank
}

// fits returns the Python 3 that a wheel for all platforms is for, which is "py3" when it is any, or "".
func (r release) fits() (python string) {
	name, ok := strings.CutSuffix(r.name, "-none-any.whl")
	if !ok {
		return ""
	}
	for tag := range strings.SplitSeq(name[strings.LastIndexByte(name, '-')+1:], ".") {
		if tag == "py3" {
			return tag
		}
		if len(tag) > 3 && tag[2] == '3' {
			python = tag
		}
	}
	return python
}

// insteadOf reports whether pip may install a file in place of another: a wheel that fits a machine better, or anything where the other
// does not fit. Where a wheel fits, sources are not installed.
func (r release) insteadOf(best release) bool {
	everywhere := best.fits() == "py3" && best.python == r.python
	return r.sha256 != best.sha256 && (strings.HasSuffix(r.name, ".whl") || !everywhere)
}

var (
	numbers    = lazy.Regexp(`\d+`)
	preRelease = lazy.Regexp(`(?i)[\d._-](?:a|b|c|rc|alpha|beta|pre|preview|dev)[._-]?\d*`)
)

// newer reports whether version a is newer than b. Releases are newer than pre-releases.
func newer(a, b string) bool {
	if x, y := preRelease().MatchString(a), preRelease().MatchString(b); x != y {
		return y
	}
	byNumber := func(x, y string) int {
		m, _ := strconv.Atoi(x)
		n, _ := strconv.Atoi(y)
		return cmp.Compare(m, n)
	}
	order := slices.CompareFunc(numbers().FindAllString(a, -1), numbers().FindAllString(b, -1), byNumber)
	return cmp.Or(order, strings.Compare(a, b)) > 0
}

// pypiIndex returns the index in the user's settings.
func (c *Client) pypiIndex() string {
	if index := c.Env("PIP_INDEX_URL"); index != "" {
		return index
	}
	names := []string{filepath.Join(c.Home, ".config", "pip", "pip.conf"), filepath.Join(c.Home, ".pip", "pip.conf"), "/etc/pip.conf"}
	if folder := c.Env("XDG_CONFIG_HOME"); folder != "" {
		names = slices.Insert(names, 0, filepath.Join(folder, "pip", "pip.conf"))
	}
	if folder := c.Env("APPDATA"); folder != "" {
		names = slices.Insert(names, 0, filepath.Join(folder, "pip", "pip.ini"))
	}
	if name := c.Env("PIP_CONFIG_FILE"); name != "" {
		names = slices.Insert(names, 0, name)
	}
	for _, name := range names {
		if index := indexIn(c.ReadFile(name)); index != "" {
			return index
		}
	}
	return pypiIndex
}

// indexIn returns the index in a pip configuration file.
func indexIn(data []byte, err error) string {
	section := ""
	for lines := bufio.NewScanner(bytes.NewReader(data)); err == nil && lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if strings.HasPrefix(line, "[") {
			section = strings.Trim(line, "[]")
		}
		key, value, ok := strings.Cut(line, "=")
		if key = strings.ReplaceAll(strings.TrimSpace(key), "_", "-"); ok && key == "index-url" && (section == "global" || section == "install") {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
