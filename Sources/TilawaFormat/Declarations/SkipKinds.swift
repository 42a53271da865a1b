/// What is heard where no ayah is, as `skip` says it in a word.
public enum SkipKinds {
  /// The words that `spec/segments.md` gives a meaning; a file may have others.
  public static let known = [
    "istiadhah", "basmalah", "takbir", "tahmid", "taslim", "amin", "tasdiq", "dua", "speech", "silence",
    "other",
  ]
}
