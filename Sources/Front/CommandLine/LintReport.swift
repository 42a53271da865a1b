import TilawaBase

/// The findings of `tilawa lint`, written as they are found. All are counted; the number printed of each
/// severity is limited.
final class LintReport {
  /// Of all findings.
  private(set) var count = DiagnosticCount()
  /// The number of given findings that are counted but not printed.
  private(set) var withheld = 0
  private let most: Int
  private var told: [Severity: Int] = [:]
  private let terminal: Terminal
  private let screen: any ReportWriter
  private let file: (any ReportWriter)?
  private var fileText: [UInt8] = []

  /// In a form for the screen; when it is for a file, the screen shows text.
  init(
    _ form: DiagnosticFormat, _ context: ReportContext, atMost most: Int, isForFile: Bool,
    in terminal: Terminal
  ) {
    self.most = most
    self.terminal = terminal
    let screenForm = isForFile ? DiagnosticFormat.text : form
    var screenContext = context
    if ["text", "concise"].contains(screenForm.name) { screenContext.palette = terminal.palette }
    screen = screenForm.writer(screenContext)
    file = isForFile ? form.writer(context) : nil
  }

  /// Takes all findings of some files.
  func add(_ findings: [Diagnostic]) {
    guard !findings.isEmpty else { return }
    let shown = findings.filter { finding in
      told[finding.severity, default: 0] += 1
      return told[finding.severity, default: 0] <= most
    }
    count.add(findings, told: shown.count)
    withheld += findings.count - shown.count
    guard !shown.isEmpty else { return }
    if let file { fileText += file.add(shown).utf8 }
    terminal.write(screen.add(shown))
  }

  /// Ends what is on the screen; returns what the file holds.
  func finish() -> [UInt8] {
    terminal.write(screen.finish(count))
    if let file { fileText += file.finish(count).utf8 }
    return fileText
  }
}
