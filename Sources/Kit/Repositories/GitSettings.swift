import TilawaBase

/// What git must know to compare and merge bundles by their rows.
package struct GitSettings: Sendable {
  /// Names and values, in the order in which they are written. `program` is a name or a path.
  package static func values(program: String) -> [(name: String, value: String)] {
    let quoted = "'" + program.replaced("'", with: "'\\''") + "'"
    // git takes a percent sign for the start of what it puts in; names may begin with a dash.
    let program = quoted.replaced("%", with: "%%")
    let driver =
      "\(program) git merge-driver --base=%O --ours=%A --theirs=%B --marker-size=%L --path=%P --base-label=%S --ours-label=%X "
      + "--theirs-label=%Y"
    // Where the program isn't installed git must still get a merge of lines, and not just one side.
    let fallback = "git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B"
    return [
      ("merge.tilawa.name", "Tilawa recitation annotations"),
      (
        "merge.tilawa.driver",
        "if command -v \(program) >/dev/null 2>&1; then \(driver); else \(fallback); fi"
      ),
      ("merge.tilawa.recursive", "tilawa"),
      // Hunks are headed by the ayah above. The lines are the file's own, so that a diff can be applied and
      // a line of `git blame` is a line of the file.
      ("diff.tilawa.xfuncname", "^[ \\t]*- \\{ *ayah: *\"?([0-9]+:[0-9]+)"),
      ("diff.tilawa.wordRegex", "[0-9]+\\.[0-9]+|[^[:space:]]"),
      (
        "mergetool.tilawa.cmd",
        "\(quoted) merge --force --output=\"$MERGED\" -- \"$BASE\" \"$LOCAL\" \"$REMOTE\""
      ),
      ("mergetool.tilawa.trustExitCode", "true"),
      (
        "difftool.tilawa.cmd",
        // Behind `--` this command takes paths of a commit.
        "side() { case \"$1\" in -*) printf ./ ;; esac; }; "
          + "\(quoted) diff \"$(side \"$LOCAL\")$LOCAL\" \"$(side \"$REMOTE\")$REMOTE\""
      ),
    ]
  }

  /// Written by older versions: what a diff showed was not what stands in the file, so that patches didn't apply and
  /// `git blame` named the authors of other lines.
  package static let outdated = ["diff.tilawa.textconv", "diff.tilawa.cachetextconv"]

  /// Where git kept what it showed for that.
  package static let outdatedReference = "refs/notes/textconv/tilawa"

  /// The sections that the settings lie in.
  package static let sections = ["merge.tilawa", "diff.tilawa", "mergetool.tilawa", "difftool.tilawa"]

  /// The lines of an attributes file that say which files they are for: those of bundles, and what `patterns` match.
  package static func attributes(besides patterns: [String]) -> [String] {
    (["**/*.tilawa/**/*.yaml"] + patterns).map { "\($0) text eol=lf diff=tilawa merge=tilawa" }
  }
}
