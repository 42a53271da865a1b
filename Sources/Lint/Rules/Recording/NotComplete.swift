import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// A person has declared more than the files hold.
  static let notComplete = Rule("R503", "not-complete", .warning) { bundle, report in
    guard let declared = bundle.recording?.declaredStatus, declared.value != .unannotated,
      bundle.isRecordingWhole, bundle.segments.isWhole, bundle.markers.isWhole,
      let derived = bundle.annotation.status
    else { return }
    guard rank(declared.value) > rank(derived) else { return }
    report.add(
      "declared \(declared.value.rawValue), but the annotation is \(derived.rawValue)"
        + (derived == .partial ? ": \(whatLacks(in: bundle))" : ": no row contains an ayah"),
      at: bundle.place(inRecording: declared))
  }
}

private func rank(_ status: Recording.Status) -> Int {
  switch status {
  case .unannotated: 0
  case .partial: 1
  case .complete: 2
  }
}

private func whatLacks(in bundle: CheckedBundle) -> String {
  if !bundle.markers.rows.isEmpty { return "markers.yaml still has markers" }
  let missing = bundle.annotation.jumps.first?.missing ?? bundle.annotation.missing.first
  return missing.map { "\($0) is not in any row" } ?? "some ayat are not in any row"
}
