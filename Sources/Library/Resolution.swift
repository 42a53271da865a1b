package import TilawaBase
package import TilawaQuran

/// What a library has for one ayah.
package struct Answer: Sendable {
  /// What is played; what would be were its audio here, when there is nothing else; nil when there is nothing.
  package var best: Hearing?
  /// What would be played before it, were its audio here.
  package var passedOver: Hearing?
  /// What else could be, the better first; kept only when an explanation is asked for.
  package var others: [Hearing] = []
  /// How many rows hold it and are not served, by the reason.
  package var refusals: [Refusal: Int] = [:]
  /// These rows; kept only when an explanation is asked for.
  package var refusedRows: [RefusedRow] = []

  /// What begins after its audio ends, until it is known what is played.
  package var pastEnd: [Hearing] = []

  /// Nothing was found.
  package init() {}

  /// Whether something can be played.
  package var isPlayable: Bool { best?.availability.isUsable ?? false }

  /// A row that is not served.
  package struct RefusedRow: Sendable {
    /// Why not.
    package let refusal: Refusal
    /// The row.
    package let row: Place
  }
}

/// A bundle of which something could not be read.
package struct LibraryFault: Sendable {
  /// The bundle, or a folder on the way, as it is shown to the user.
  package let path: String
  /// One line, lower case, no full stop.
  package let message: String

  /// What is wrong at `path`.
  package init(path: String, message: String) {
    self.path = path
    self.message = message
  }
}

/// The answer of a library to a question for ayat.
package struct Resolution: Sendable {
  /// By ayah, in the count of the session; one for each that was asked for.
  package var answers: [Ayah: Answer]
  /// What could not be read and might have held something, in the order of paths.
  package let faults: [LibraryFault]
  /// How many bundles the library has.
  package let bundleCount: Int

  /// An answer.
  package init(
    answers: [Ayah: Answer],
    faults: [LibraryFault],
    bundleCount: Int
  ) {
    self.answers = answers
    self.faults = faults
    self.bundleCount = bundleCount
  }
}
