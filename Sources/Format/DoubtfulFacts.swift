public import TilawaBase
public import TilawaQuran
import TilawaYAML

// What holds when a key is absent holds only where it is known to be absent. By what count, in which riwayah and by
// whom is asked here and nowhere else, so that doubt is never filled in.

extension BundleFile {
  /// The first fault that may hide keys: what isn't found then isn't absent.
  fileprivate var hidingFault: Diagnostic? {
    if diagnostics.isEmpty { return nil }
    let inOrder = diagnostics.inOrder()
    return inOrder.first { $0.rule.doubt == .absence } ?? (content == nil ? inOrder.first : nil)
  }
}

extension BundleFile<Recording> {
  /// The counting system of the bundle: the one it gives, or Kufi if it gives none. Nil if it can't be
  /// determined.
  public var counting: CountingSystem? { doubtAboutCount == nil ? content?.numbering?.value ?? .kufi : nil }

  fileprivate var doubtAboutCount: Diagnostic? {
    let place: Place
    let reason: String
    if let range = content?.doubts[Recording.keys[\.numbering]] {
      (place, reason) = (self.place(range), "\"numbering\" has an error")
    } else if content?.numbering == nil, let fault = hidingFault {
      (place, reason) = (fault.place, "recording.yaml cannot be read completely")
    } else {
      return nil
    }
    return Diagnostic(
      FormatRules.countUnknown,
      "the numbering is unknown because \(reason); nothing that depends on it is reported",
      at: place)
  }
}

extension TilawaBundle {
  /// The counting system of its files; nil if it can't be determined.
  public var counting: CountingSystem? { doubtAboutCount == nil ? recording?.counting ?? .kufi : nil }

  /// The reason for which the counting system can't be determined, at the place of the fault; nil if it can
  /// be.
  public var doubtAboutCount: Diagnostic? {
    if let recording { return recording.doubtAboutCount }
    // Rows that come from elsewhere, and reciter files, have no folder that lacks it.
    guard !path.isEmpty, !isReciterFile else { return nil }
    return Diagnostic(
      FormatRules.countUnknown,
      "the numbering is unknown without recording.yaml; nothing that depends on it is reported",
      at: Place(path: shownPath))
  }

  /// The riwayah of rows that name none; nil if none is given, or if the one given can't be determined.
  public var riwayah: Riwayah? { statedRiwayah.value }

  /// The riwayah of rows that name none, with doubt distinguished from silence.
  public var statedRiwayah: Stated<Riwayah> {
    fact(
      Recording.keys[\.riwayah], recording?.content?.riwayah, Reciter.keys[\.riwayah],
      reciter?.content?.riwayah)
  }

  /// The reciter of rows that name none; nil as with `riwayah`.
  public var reciterID: String? {
    fact(Recording.keys[\.reciter], recording?.content?.reciter, Reciter.keys[\.id], reciter?.content?.id)
      .value
  }

  /// Returns the value in `recording.yaml`, or the one in `reciter.yaml` if `recording.yaml` certainly has
  /// none.
  private func fact<Value>(
    _ key: String, _ own: Located<Value>?, _ reciterKey: String, _ reciters: Located<Value>?
  ) -> Stated<Value> {
    guard recording?.content?.doubts[key] == nil else { return .doubtful }
    if let own { return .said(own.value) }
    guard recording?.hidingFault == nil, reciter?.content?.doubts[reciterKey] == nil else { return .doubtful }
    if let reciters { return .said(reciters.value) }
    return reciter?.hidingFault == nil && !lacksUnreadableReciter ? .unsaid : .doubtful
  }
}

/// The value that files give for a fact.
public enum Stated<Value: Sendable>: Sendable {
  case said(Value)
  case unsaid
  /// A value is written, but can't be determined.
  case doubtful

  /// The value, if it is known.
  public var value: Value? { if case .said(let value) = self { value } else { nil } }
}
