package import TilawaFormat
package import TilawaQuran
package import TilawaRecognition
package import TilawaSound

/// A request to mark a recording, with its options.
package struct MarkRequest: Sendable {
  /// The recited passages in a given count, or nil if they weren't given. The passages then come from the
  /// bundle, or else from the sounds.
  package var passages: (@Sendable (CountingSystem) throws -> [AyahRange])?
  /// The counting system for audio outside of a bundle; bundles contain their own.
  package var counting = CountingSystem.kufi
  /// The isti'adha or basmalah before the passage.
  package var opening = PassageOpening.auto
  /// The settings to use only the pauses, or nil to use the sounds.
  package var pauses: PauseSettings?
  /// The acoustic model file, as the user named it, or nil for the model of the program.
  package var model: String?
  /// True if segments are made from the markers at once.
  package var makesSegments = false
  /// True if the words are marked as well.
  package var marksWords = false
  /// True if unconfirmed markers that a person made may be removed.
  package var replacesHandMade = false

  package init() {}
}

/// The reason why a recording can't be marked as requested.
package enum MarkRefusal: Error, Sendable {
  /// The passage doesn't agree with the recording.
  case misfit(PassageMisfit)
  /// Words can only be found in a known passage, and this one is unknown; contains the likely passages.
  case unknownPassage(guesses: String?)
  /// These markers, which a person probably made, would be lost.
  case handMade([Placed<Marker>])
  /// No segments can be made from the markers.
  case unsegmentable(Segmenting.Refusal)
}
