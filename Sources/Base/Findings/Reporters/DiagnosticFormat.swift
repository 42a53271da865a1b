/// A form in which findings are written for people or programs.
public struct DiagnosticFormat: Sendable {
  /// The name of the format as a value of `--format`.
  public let name: String
  /// One line for the list of formats.
  public let summary: String
  private let makeWriter: @Sendable (ReportContext) -> any ReportWriter

  init(
    _ name: String, _ summary: String, writer: @escaping @Sendable (ReportContext) -> any ReportWriter
  ) {
    self.name = name
    self.summary = summary
    makeWriter = writer
  }

  /// The whole report with its line end, in the order of the findings given; empty only where the form
  /// says nothing about nothing.
  public func report(_ findings: [Diagnostic], _ context: ReportContext = ReportContext()) -> String {
    let writer = writer(context)
    return writer.add(findings) + writer.finish(DiagnosticCount(of: findings))
  }

  /// Writes a report while its findings are still being looked for.
  public func writer(_ context: ReportContext = ReportContext()) -> any ReportWriter { makeWriter(context) }
}
