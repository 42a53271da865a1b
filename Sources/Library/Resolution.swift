public import Diagnostics
public import QuranIndex

/// What a library has for one ayah.
public struct Answer: Sendable {
  /// What is played; what would be were its audio here, when there is nothing else; nil when there is nothing.
  public internal(set) var best: Hearing?
  /// What would be played before it, were its audio here.
  public internal(set) var passedOver: Hearing?
  /// What else could be, the better first; kept only when an explanation is asked for.
  public internal(set) var others: [Hearing] = []
  /// How many rows hold it and are not served, by the reason.
  public internal(set) var refusals: [Refusal: Int] = [:]
  /// These rows; kept only when an explanation is asked for.
  public internal(set) var refusedRows: [RefusedRow] = []

  /// Whether something can be played.
  public var isPlayable: Bool { best?.availability.isUsable ?? false }

  /// A row that is not served.
  public struct RefusedRow: Sendable {
    /// Why not.
    public let refusal: Refusal
    /// The row.
    public let row: Place
  }
}

/// A bundle of which something could not be read.
public struct LibraryFault: Sendable {
  /// The bundle, or a folder on the way, as it is shown to the user.
  public let path: String
  /// One line, lower case, no full stop.
  public let message: String
}

/// The answer of a library to a question for ayat.
public struct Resolution: Sendable {
  /// By ayah, in the count of the session; one for each that was asked for.
  public let answers: [Ayah: Answer]
  /// What could not be read and might have held something, in the order of paths.
  public let faults: [LibraryFault]
  /// How many bundles the library has.
  public let bundleCount: Int
}
