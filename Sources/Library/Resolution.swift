package import TilawaBase
package import TilawaQuran

/// The answer of a library for one ayah.
package struct Answer: Sendable {
  /// The hearing that is played. If none can be played, the one that would be if its audio were here; nil if
  /// there is none.
  package var best: Hearing?
  /// The hearing that would be played instead if its audio were here.
  package var passedOver: Hearing?
  /// The other hearings, the better first; kept only if an explanation is requested.
  package var others: [Hearing] = []
  /// The number of rows that contain the ayah and are not served, by the reason.
  package var refusals: [Refusal: Int] = [:]
  /// These rows; kept only if an explanation is requested.
  package var refusedRows: [RefusedRow] = []

  /// The hearings that begin after the end of their audio, until it is decided what is played.
  package var pastEnd: [Hearing] = []

  /// Nothing was found.
  package init() {}

  /// True if something can be played.
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

  /// A fault at `path`.
  package init(path: String, message: String) {
    self.path = path
    self.message = message
  }
}

/// The answer of a library to a question for ayat.
package struct Resolution: Sendable {
  /// The answers by ayah, in the count of the session; one for each requested ayah.
  package var answers: [Ayah: Answer]
  /// Faults for files that could not be read and might have contained something, in the order of paths.
  package let faults: [LibraryFault]
  /// The number of bundles in the library.
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
