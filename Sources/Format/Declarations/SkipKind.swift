/// The kinds of sound in `skip` where no ayah is recited: those to which `spec/core/segments.md` gives a
/// meaning. A file may have others.
public enum SkipKind: String, CaseIterable, Sendable {
  case istiadhah, basmalah, takbir, tahmid, taslim, amin, tasdiq, dua, speech, silence, other

  /// All words, for people: `istiadhah, basmalah, …`.
  public static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
