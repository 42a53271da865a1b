import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// The file isn't the one that was annotated, or was cut off on the way.
  static let sizeMismatch = Rule("A706", "size-mismatch", .error) { bundle, report in
    guard let declared = bundle.audio?.bytes else { return }
    let found: (bytes: Int64, what: String)? =
      switch bundle.audioPresence {
      case .available(_, let bytes), .otherSize(_, let bytes, _): (bytes, "the file has")
      case .pointer(let pointer): pointer.bytes.map { ($0, "the pointer states") }
      default: nil
      }
    guard let found, found.bytes != declared.value else { return }
    report.add(
      "\(found.what) \(found.bytes) bytes, not \(declared.value)", at: bundle.place(inRecording: declared))
  }
}
