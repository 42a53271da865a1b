import TilawaBase

/// The settings with which git compares and merges bundles by their rows.
package struct GitSettings: Sendable {
  /// Returns names and values, in the order in which they are written. `program` is a name or a path.
  package static func values(program: String) -> [(name: String, value: String)] {
    let quoted = "'" + program.replaced("'", with: "'\\''") + "'"
    // git replaces sequences that begin with a percent sign; names may begin with a dash.
    let program = quoted.replaced("%", with: "%%")
    let driver =
      "\(program) git merge-driver --base=%O --ours=%A --theirs=%B --marker-size=%L --path=%P --base-label=%S --ours-label=%X "
      + "--theirs-label=%Y"
    // Without the program, git must still merge the lines, and not just take one side.
    let fallback = "git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B"
    return [
      ("merge.tilawa.name", "Tilawa recitation annotations"),
      (
        "merge.tilawa.driver",
        "if command -v \(program) >/dev/null 2>&1; then \(driver); else \(fallback); fi"
      ),
      ("merge.tilawa.recursive", "tilawa"),
      // Hunk headers show the ayah above. The lines are the file's own, so that a diff can be applied, and
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
        // After `--`, this command expects paths of a commit.
        "side() { case \"$1\" in -*) printf ./ ;; esac; }; "
          + "\(quoted) diff \"$(side \"$LOCAL\")$LOCAL\" \"$(side \"$REMOTE\")$REMOTE\""
      ),
    ]
  }

  /// Settings written by older versions. Their diffs showed lines that were not in the file, so that
  /// patches didn't apply and `git blame` named the authors of other lines.
  package static let outdated = ["diff.tilawa.textconv", "diff.tilawa.cachetextconv"]

  /// The reference in which git cached the texts for those diffs.
  package static let outdatedReference = "refs/notes/textconv/tilawa"

  /// The sections that contain the settings.
  package static let sections = ["merge.tilawa", "diff.tilawa", "mergetool.tilawa", "difftool.tilawa"]

  /// Returns the lines of an attributes file for the files of bundles, and for those that match `patterns`.
  package static func attributes(besides patterns: [String]) -> [String] {
    (["**/*.tilawa/**/*.yaml"] + patterns).map { "\($0) text eol=lf diff=tilawa merge=tilawa" }
  }
}
