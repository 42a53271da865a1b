package import Diagnostics

/// Why a file can't be read or written at all, in words for the user.
package struct ExchangeFailure: Error, Sendable, CustomStringConvertible {
  /// Lower case, no full stop.
  package let description: String
  /// Where, if it is about a place.
  package let place: Place?

  /// A reason, at a place or at none.
  package init(_ description: String, at place: Place? = nil) {
    self.description = description
    self.place = place
  }
}
