package discover

import (
	"os"
	"strings"
)

// maxSteps bounds the folders that one stair holds open.
const maxSteps = 16

// stair opens files of a tree through the folders around the one that was opened last, which it holds open: files come folder by folder,
// and finding each from the top of the tree would take a system call for every folder on the way. Nothing leads out of a folder that is
// held; what cannot be opened through it is tried from the top, where a link may lead to another part of the tree. It belongs to one
// goroutine.
type stair struct {
	tree  *tree
	steps []step
}

// step is a folder that is held open.
type step struct {
	dir  string
	root *os.Root
}

// open opens a file or folder to be read, from the top of the tree where it has to be.
func (s *stair) open(t *tree, rel string) (*os.File, error) {
	if root, name := s.stand(t, rel); root != nil {
		if f, err := root.OpenFile(local(name), os.O_RDONLY|openFlags, 0); err == nil {
			return f, nil
		}
	}
	return t.root.OpenFile(local(rel), os.O_RDONLY|openFlags, 0)
}

// stand goes to the folder that rel lies in, and returns it with what is left of rel; nil for the top of the tree.
func (s *stair) stand(t *tree, rel string) (root *os.Root, name string) {
	if s.tree != t {
		s.close()
		s.tree = t
	}
	dir := parent(rel)
	for k := len(s.steps); k > 0; k-- {
		top := &s.steps[k-1]
		if dir == top.dir || strings.HasPrefix(dir, top.dir) && dir[len(top.dir)] == '/' {
			break
		}
		_ = top.root.Close()
		s.steps = s.steps[:k-1]
	}
	at := 0 // where in rel the way to go begins
	if k := len(s.steps); k > 0 {
		root, at = s.steps[k-1].root, len(s.steps[k-1].dir)+1
	}
	for at <= len(dir) && dir != "" && len(s.steps) < maxSteps {
		end := len(dir)
		if n := strings.IndexByte(dir[at:], '/'); n >= 0 {
			end = at + n
		}
		from := root
		if from == nil {
			from = t.root
		}
		next, err := from.OpenRoot(local(dir[at:end]))
		if err != nil {
			break
		}
		s.steps = append(s.steps, step{dir[:end], next})
		root, at = next, end+1
	}
	return root, rel[at:]
}

// close lets go of all folders.
func (s *stair) close() {
	for _, st := range s.steps {
		_ = st.root.Close()
	}
	s.steps, s.tree = s.steps[:0], nil
}
