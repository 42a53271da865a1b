import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// A comment that was meant to silence a finding, and silences none.
  static let unknownSuppression = Rule("F121", "unknown-suppression", .warning) { bundle, report in
    for suppressions in bundle.suppressions { suppressions.tellFaults(report) }
  }
}

extension Suppressions {
  /// Tells of each comment that silences nothing.
  func tellFaults(_ report: RuleReport) {
    let unknown = codes.compactMap { code, range in Self.fault(of: code).map { (range: range, message: $0) } }
    for fault in (faults + unknown).sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      report.add(fault.message, at: Place(source, fault.range))
    }
  }

  /// Returns the reason for which no comment silences findings by this name; nil if one can.
  private static func fault(of code: String) -> String? {
    if let rule = RuleID.known.first(where: { $0.code == code }) {
      return canSilence(rule.code)
        ? nil : "\(code) \(rule.name) cannot be ignored, because it concerns the file's form"
    }
    if let rule = RuleID.known.first(where: { $0.name == code }) {
      return "rules are ignored by code; write \(rule.code)"
    }
    return noSuch("rule", code, in: RuleID.known.map(\.code), hint: "see `tilawa explain`")
  }
}
