/// Why a file of a published library can't be taken.
package struct PublishedFault: Error, Hashable, Sendable {
  /// Where in the file: `recordings[3].rows[0].start`; empty for the file as a whole.
  package var place: String
  /// The fault, in words that follow the place.
  package let reason: String

  package init(_ reason: String, at place: String = "") {
    self.reason = reason
    self.place = place
  }

  /// The message, such as `recordings[3].rows[0].start is not a time`.
  package var message: String { place.isEmpty ? reason : "\(place) \(reason)" }

  /// Returns the fault with its place inside of `outer`.
  func inside(_ outer: String) -> PublishedFault {
    let isIndex = place.utf8.first == UInt8(ascii: "[")
    return PublishedFault(reason, at: place.isEmpty ? outer : isIndex ? outer + place : "\(outer).\(place)")
  }
}
