package import TilawaBase

/// Why a file can't be read or written at all, in words for the user.
package struct ExchangeFailure: Error, Sendable, CustomStringConvertible {
  /// Lower case, no full stop.
  package let description: String
  /// Where, if it is about a place.
  package let place: Place?
  /// The option that removes the obstacle, or nil if there is none. Each program has its own words for it.
  package let remedy: Remedy?

  /// An option that the user can give.
  package enum Remedy: Sendable {
    /// Of which format it is, one of several that it may be.
    case formatToRead
    /// In which format to write, one of several that the name fits.
    case formatToWrite
    /// In which format to write, when the name fits none.
    case anyFormatToWrite
    /// In which encoding a text is.
    case encoding
    /// Which surah it is, where the name of the file could say it as well: `001` and this ending.
    case surah(fileEnding: String)
    /// The unit of numbers, seconds or milliseconds.
    case unit
  }

  /// A reason, at a place or at none.
  package init(_ description: String, at place: Place? = nil, unless remedy: Remedy? = nil) {
    self.description = description
    self.place = place
    self.remedy = remedy
  }
}
