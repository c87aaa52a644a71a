package launch

// The bounds of the package, in bytes where they are of texts.
const (
	maxCommands   = 256      // The commands of one launch. Real ones have three at most.
	maxNested     = 6        // How deep commands nest.
	maxEmbedded   = 64       // The arguments that are searched for a shell.
	maxScript     = 16 << 10 // Scripts that are parsed. Longer ones, which nobody writes into a configuration, are cut at blanks.
	maxConcurrent = 16       // The scripts of one command.
	maxRedirected = 16       // The commands of a group that get its redirections.
	maxFollowing  = 24       // The commands behind another one that are looked at.

	maxObservations = 64        // The signals of one view of launch.shell.
	maxMarked       = 120       // What is marked of a script which is too long.
	maxCode         = 64 << 10  // The code that is looked at.
	maxNames        = 64        // The names in code that are looked at.
	leastEncoded    = 24        // The shortest encoded run that is opened: 18 bytes of base64, shorter than any command that does harm.
	leastLiteral    = 8         // The shortest text that may be an encoded command.
	mostDecoded     = 256 << 10 // The decoded text of one field.
	maxLayers       = 64        // The decoded texts of one field.
	maxSegments     = 256       // The parts of a variable.

	maxLaunchers = 4       // How deep launchers start one another: npx -y supergateway --stdio "uvx …".
	maxArtifacts = 64      // What one command fetches.
	maxSpec      = 4 << 10 // What is read of the name of a package, image or address.
	maxCluster   = 16      // The short options that may share a dash. No program has more.
	maxRemote    = 128     // The signals of one launch of launch.remote-code.
	maxMount     = 4096    // The paths of volumes.
	maxQuoted    = 100     // What of a launch is quoted in a detail.
	maxAdvice    = 10      // The words of a launch that advice shows.
	maxSpelled   = 32      // The packages of one launch whose advice is in the words of the launch.

	maxAddresses = 64 // The addresses of one launch.
	maxNamesakes = 64 // The launches of one name that are looked through.
	maxCompared  = 4  // Those of them whose commands are read.

	minPassword, maxPassword = 8, 128      // What is taken for a password that a person thought of.
	maxKnown                 = 64          // The names that a password is compared with.
	minPath                  = 20          // The shortest secret part of the path of an address.
	minHidden, maxHidden     = 3, 64 << 10 // The values that are hidden for their names alone: less is a number or a switch.
	maxName                  = 128         // The names that are read: of a longer one the end counts.
	maxShownName             = 48          // The name of a variable, header or flag in a detail.

	maxApprovals = 64  // The signals of one definition of launch.auto-approve.
	maxRule      = 512 // The rules for commands. Longer ones name a whole script.
	maxTool      = 128 // The names of tools. Clients refuse longer ones.
	maxToolShown = 40  // What is shown of one in a detail.
	maxChoices   = 64  // The objects one of which a setting chooses, as the profiles of Codex.
	maxShownHost = 80  // A host in a detail.
)
