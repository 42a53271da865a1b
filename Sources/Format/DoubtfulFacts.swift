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
  /// How the ayat of the bundle are counted: as it says, and by the Kufi count where it says nothing; nil when that
  /// can't be told.
  public var counting: CountingSystem? { doubtAboutCount == nil ? content?.numbering?.value ?? .kufi : nil }

  fileprivate var doubtAboutCount: Diagnostic? {
    let place: Place
    let reason: String
    if let range = content?.doubts[Recording.keys[\.numbering]] {
      (place, reason) = (self.place(range), "\"numbering\" has a fault")
    } else if content?.numbering == nil, let fault = hidingFault {
      (place, reason) = (fault.place, "not all of recording.yaml can be read")
    } else {
      return nil
    }
    return Diagnostic(
      FormatRules.countUnknown,
      "how ayat are counted isn't known, since \(reason); nothing that depends on it is reported",
      at: place)
  }
}

extension TilawaBundle {
  /// How the ayat of its files are counted; nil when that can't be told.
  public var counting: CountingSystem? { doubtAboutCount == nil ? recording?.counting ?? .kufi : nil }

  /// Why it can't be told how ayat are counted, at the place of the fault; nil when it can.
  public var doubtAboutCount: Diagnostic? {
    if let recording { return recording.doubtAboutCount }
    // Rows that come from elsewhere, and reciter files, have no folder that lacks it.
    guard !path.isEmpty, !isReciterFile else { return nil }
    return Diagnostic(
      FormatRules.countUnknown,
      "how ayat are counted isn't known without recording.yaml; nothing that depends on it is reported",
      at: Place(path: shownPath))
  }

  /// The riwayah of rows that name none; nil when nobody says, or when it can't be told what is said.
  public var riwayah: Riwayah? { statedRiwayah.value }

  /// The same, doubt told from silence.
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

  /// What `recording.yaml` says, or `reciter.yaml` where that is known to say nothing.
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

/// What files say of one thing.
public enum Stated<Value: Sendable>: Sendable {
  case said(Value)
  case unsaid
  /// Something is written, and can't be told.
  case doubtful

  /// What is said, if that is known.
  public var value: Value? { if case .said(let value) = self { value } else { nil } }
}
