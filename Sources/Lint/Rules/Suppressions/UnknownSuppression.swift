import Diagnostics
import QuranIndex
import TilawaFormat
import Timing

extension Rule {
  /// A comment that was meant to silence a finding, and silences none.
  static let unknownSuppression = Rule("F121", "unknown-suppression", .warning) { bundle, report in
    for suppressions in bundle.suppressions {
      for fault in suppressions.faults {
        report.add(fault.message, at: Place(suppressions.source, fault.range))
      }
    }
  }
}
