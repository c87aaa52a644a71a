package discover

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/org/mcp-lint/discover/source"
)

// Walk looks through the paths and returns what they define. It fails only for what was asked for and cannot be had: a
// path that does not exist or cannot be opened. Everything else that could not be looked at is in Inventory.Skips.
//
// Files that git ignores are left out unless git tracks them, and so are the folders of dependencies and builds; a path that
// is named is always looked at. Symbolic links are followed within the repository, or the folder that was named when there
// is none. No program is run: what git would say is read from .gitignore, .git/info/exclude and .git/index. The ignore file
// of the user's own git configuration has no say, so that the result is the same on every machine.
func Walk(opts Options) (*Inventory, error) { return WalkContext(context.Background(), opts) }

// WalkContext is Walk that gives up, with the error of the context, when that ends. It looks at the context from file to file.
func WalkContext(ctx context.Context, opts Options) (*Inventory, error) {
	w := newWalker(opts)
	w.ended = ctx.Err
	defer w.close()
	if err := w.collect(); err != nil {
		return nil, err
	}
	return w.inventory()
}

// inventory executes the steps from the files to read to what they define. Each step takes the result of the previous one.
func (w *walker) inventory() (*Inventory, error) {
	read, err := readFiles(w.decide())
	if err != nil {
		return nil, err
	}
	found := classify(w, linkFiles(w, read))
	tools, loose := nameTools(w, found)
	w.inv.complete(found, tools, loose)
	return w.inv, nil
}

// complete adds what the files define, in a stable order.
func (inv *Inventory) complete(found *classified, tools, loose []Tool) {
	inv.Tools, inv.LooseStrings, inv.Notes, inv.Gaps = tools, loose, found.notes, found.gaps
	inv.Files = append(inv.Files, found.files...)
	slices.SortStableFunc(inv.Files, func(a, b *source.File) int { return cmp.Compare(a.Path, b.Path) })
	slices.SortStableFunc(inv.Agents, func(a, b Tool) int { return cmp.Compare(a.File.Path, b.File.Path) })
	slices.SortStableFunc(inv.Skips, func(a, b Skip) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Reason, b.Reason))
	})
	if inv.focus != nil {
		inv.FilesSeen = inv.focus.seen
	}
}

// job is what all steps share: what is asked for, the trees, and the inventory that each adds to. Its methods belong to one goroutine, but for
// reading files.
type job struct {
	*coverage
	opts  Options
	inv   *Inventory
	trees []*tree
	// ended says why the walk ends early, or nil.
	ended func() error
	// within is Options.Root, with links resolved.
	within string
	// overlay is Options.Overlay by tree.key.
	overlay map[string][]byte
	// looked is how much was read of files above the limit of size, and parsing holds the large files that are read.
	looked  int64
	parsing chan struct{}
}

func (r *job) close() {
	for _, t := range r.trees {
		_ = t.Close()
	}
}

// late reports whether the time for reading is over.
func (r *job) late() bool {
	return !r.opts.Deadline.IsZero() && time.Now().After(r.opts.Deadline) //nolint:forbidigo // the user sets a time limit, and what it leaves out is reported
}

func (r *job) report(now bool) {
	const often = 256
	if r.opts.Progress != nil && (now || r.inv.FilesSeen%often == 0) {
		r.opts.Progress(r.inv.FilesSeen)
	}
}

// skipAt records that something in a tree was not looked at.
func (r *job) skipAt(t *tree, rel string, reason Reason, detail string) {
	r.skip(Skip{Reason: reason, Path: t.shown(rel), Rel: r.rootRel(t, rel), Detail: detail})
}

// missAt is skipAt for what is quiet elsewhere and may matter here.
func (r *job) missAt(t *tree, rel string, reason Reason, detail string) {
	r.skip(Skip{Reason: reason, Path: t.shown(rel), Rel: r.rootRel(t, rel), Detail: detail, Missed: true})
}

// skip counts a skip and keeps it as long as there are not too many of its reason.
func (r *job) skip(s Skip) {
	if !r.inv.focus.touches(s.Rel) {
		return
	}
	if r.inv.Skipped[s.Reason]++; r.inv.Skipped[s.Reason] <= KeptSkips {
		r.inv.Skips = append(r.inv.Skips, s)
	}
}

// markTruncated notes that a file was not read, or not to its end.
func (r *job) markTruncated(c *candidate) {
	if c.tree != nil {
		r.unread[c.tree.key(c.rel)] = true
	}
}
