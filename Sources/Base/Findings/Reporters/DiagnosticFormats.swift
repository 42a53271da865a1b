extension DiagnosticFormat {
  /// Every form, the usual one first.
  public static let all: [DiagnosticFormat] = [
    .text,
    .concise,
    .json,
    .jsonLines,
    .sarif,
    .github,
  ]

  /// The form that `--format` calls `name`.
  public static func named(_ name: String) -> DiagnosticFormat? { all.first { $0.name == name } }
}
