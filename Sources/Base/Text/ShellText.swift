/// Text as a shell takes it for itself.
public enum ShellText {
  /// One word of a command line: as it is when no sign of it means anything to a shell, else in single quotes.
  public static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy {
      (48...57).contains($0) || (97...122).contains($0 | 0x20) || "-_./+@%=".utf8.contains($0) || $0 > 0x7F
    }
    return plain && !word.isEmpty ? word : "'" + word.replaced("'", with: "'\\''") + "'"
  }
}
