package lsp

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"
)

// job scans the documents of one folder of the workspace together, or one document by itself. There is one scan of a job at one time: a change
// gives it up, and when nothing has changed for a while there is the next.
type job struct {
	key    string
	folder string
	docs   map[string]*document
	timer  *time.Timer
	// gen counts the changes. cancel gives up the scan that runs; again is set when another is to follow it.
	gen     int
	running bool
	again   bool
	cancel  context.CancelFunc
	// elsewhere are the files that are not open and have diagnostics of this job.
	elsewhere map[string]bool
}

// assign gives a document to the job that scans it, which is then due.
func (s *server) assign(d *document) {
	key, folder := "uri:"+d.uri, ""
	if d.path != "" {
		if folder = s.folderOf(d.path); folder != "" {
			key = folder
		}
	}
	j := s.jobs[key]
	if j == nil {
		j = &job{key: key, folder: folder, docs: map[string]*document{}, elsewhere: map[string]bool{}}
		s.jobs[key] = j
	}
	j.docs[d.uri], d.job = d, j
	s.due(j)
}

// unassign takes a document from its job. The diagnostics of others may have depended on it.
func (s *server) unassign(d *document) {
	j := d.job
	if d.job = nil; j == nil {
		return
	}
	delete(j.docs, d.uri)
	if len(j.docs) > 0 {
		s.due(j)
		return
	}
	s.stop(j)
	delete(s.jobs, j.key)
	for uri := range j.elsewhere {
		s.outbox.publish(uri, nil, nil)
	}
}

func (s *server) regroup() {
	for _, d := range s.docs {
		s.unassign(d)
		s.assign(d)
	}
}

func (s *server) scanAll() {
	for _, j := range s.jobs {
		s.due(j)
	}
}

// due has a job scan when nothing changes for a while.
func (s *server) due(j *job) {
	if j == nil || s.phase != running {
		return
	}
	j.gen++
	if j.cancel != nil {
		j.cancel()
	}
	if j.timer == nil {
		j.timer = time.AfterFunc(s.opts.Debounce, func() { s.run(j) })
		return
	}
	j.timer.Reset(s.opts.Debounce)
}

func (s *server) stop(j *job) {
	j.gen++
	j.again = false
	if j.timer != nil {
		j.timer.Stop()
	}
	if j.cancel != nil {
		j.cancel()
	}
}

func (s *server) stopJobs() {
	for _, j := range s.jobs {
		s.stop(j)
	}
}

type snapshot struct {
	gen     int
	folder  string
	columns encoding
	docs    []opened
	// overlay are the texts of all documents that are files, by path.
	overlay map[string][]byte
}

// opened is a document as it was when the scan began.
type opened struct {
	doc                       *document
	uri, path, language, lost string
	version                   int32
	text                      *buffer
	// stored is set when there is such a file, and real is its path without links then.
	stored bool
	real   string
}

func (d *document) opened() opened {
	return opened{doc: d, uri: d.uri, path: d.path, language: d.language, lost: d.lost, version: d.version, text: d.text}
}

// snap notes what there is to scan. The order of documents is the same each time.
func (s *server) snap(j *job) *snapshot {
	shot := &snapshot{gen: j.gen, folder: j.folder, columns: s.columns, overlay: map[string][]byte{}}
	for _, d := range j.docs {
		shot.docs = append(shot.docs, d.opened())
	}
	slices.SortFunc(shot.docs, func(a, b opened) int { return strings.Compare(a.uri, b.uri) })
	for _, d := range s.docs {
		if d.path != "" && d.lost == "" && len(d.text.text) <= maxScanned {
			shot.overlay[d.path] = d.text.text
		}
	}
	return shot
}

// run scans, unless a scan of the job runs already: then it follows that.
func (s *server) run(j *job) {
	s.mu.Lock()
	if s.phase != running || len(j.docs) == 0 {
		s.mu.Unlock()
		return
	}
	if j.running {
		j.again = true
		s.mu.Unlock()
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	j.running, j.cancel = true, cancel
	shot := s.snap(j)
	s.mu.Unlock()

	for i := range shot.docs {
		d := &shot.docs[i]
		if st, err := os.Stat(d.path); d.path != "" && err == nil {
			d.stored = st.Mode().IsRegular()
		}
		if real, err := filepath.EvalSymlinks(d.path); d.stored && err == nil {
			d.real = real
		}
	}
	out := s.guarded(ctx, shot)
	cancel()

	s.mu.Lock()
	defer s.mu.Unlock()
	j.running, j.cancel = false, nil
	if j.gen == shot.gen && out != nil {
		s.publish(j, shot, out)
	}
	if j.again {
		j.again = false
		j.timer.Reset(0)
	}
}

func (s *server) publish(j *job, shot *snapshot, out *outcome) {
	for i := range shot.docs {
		o := &shot.docs[i]
		if s.docs[o.uri] != o.doc || o.doc.job != j {
			continue
		}
		o.doc.shown, o.doc.shownFor = out.of[o.uri], o.text
		version := o.version
		s.outbox.publish(o.uri, &version, wire(o.doc.shown))
	}
	for uri, list := range out.elsewhere {
		if !s.isOpen(uri) {
			j.elsewhere[uri] = true
			s.outbox.publish(uri, nil, wire(list))
		}
	}
	for uri := range j.elsewhere {
		if _, still := out.elsewhere[uri]; !still {
			delete(j.elsewhere, uri)
			if !s.isOpen(uri) {
				s.outbox.publish(uri, nil, nil)
			}
		}
	}
	for _, m := range out.messages {
		s.once(protocol.MessageTypeWarning, m)
	}
	if len(out.messages) == 0 {
		// What was mended and breaks again is reported again.
		for m := range s.reported {
			if strings.HasPrefix(m, settingsMessage) && strings.Contains(m, j.folder) {
				delete(s.reported, m)
			}
		}
	}
}
