/// What git must know to compare and merge bundles by their rows.
public struct GitSettings: Sendable {
  /// Where settings are kept.
  public enum Scope: String, Sendable { case local, global }

  /// Names and values, in the order in which they are written.
  public static func values(program: String) -> [(name: String, value: String)] {
    let driver =
      "\(program) merge-driver --base %O --ours %A --theirs %B --marker-size %L --path %P --base-label %S --ours-label %X "
      + "--theirs-label %Y"
    // Where the program isn't installed git must still get a merge of lines, and not just one side.
    let fallback = "git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B"
    return [
      ("merge.tilawa.name", "Tilawa recitation annotations"),
      (
        "merge.tilawa.driver",
        "if command -v \(program) >/dev/null 2>&1; then \(driver); else \(fallback); fi"
      ),
      ("merge.tilawa.recursive", "tilawa"),
      (
        "diff.tilawa.textconv",
        "f() { if command -v \(program) >/dev/null 2>&1; then \(program) show --textconv \"$1\"; else cat \"$1\"; fi; }; f"
      ),
      ("diff.tilawa.cachetextconv", "true"),
      // A row as it is in the file, or as `show --textconv` writes it: hunks are headed by the ayah above.
      (
        "diff.tilawa.xfuncname",
        "^[ \\t]*- \\{ *ayah: *\"?([0-9]+:[0-9]+)|^[0-9]+:[0-9]+[-0-9:]*"
      ),
      ("diff.tilawa.wordRegex", "[0-9]+\\.[0-9]+|[^[:space:]]"),
      ("mergetool.tilawa.cmd", "\(program) merge \"$BASE\" \"$LOCAL\" \"$REMOTE\" -o \"$MERGED\""),
      ("mergetool.tilawa.trustExitCode", "true"),
      ("difftool.tilawa.cmd", "\(program) diff \"$LOCAL\" \"$REMOTE\""),
    ]
  }

  /// The sections that the settings lie in.
  public static let sections = ["merge.tilawa", "diff.tilawa", "mergetool.tilawa", "difftool.tilawa"]

  /// The line of an attributes file that says which files they are for.
  public static let attributes = "**/*.tilawa/**/*.yaml text eol=lf diff=tilawa merge=tilawa"
}
