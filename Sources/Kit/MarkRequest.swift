package import TilawaFormat
package import TilawaQuran
package import TilawaRecognition
package import TilawaSound

/// What is to be marked in a recording, and how.
package struct MarkRequest: Sendable {
  /// What is recited, as a count numbers it; nil when nobody says. A bundle may say it, else the sounds do.
  package var passages: (@Sendable (CountingSystem) throws -> [AyahRange])?
  /// How ayat are counted in audio outside of a bundle; bundles say it themselves.
  package var counting = CountingSystem.kufi
  /// Whether isti'adha or basmalah precede the passage.
  package var opening = PassageOpening.auto
  /// Goes by the pauses alone when there are settings for them, else by the sounds.
  package var pauses: PauseSettings?
  /// A table of what sounds are like, as the user named it; nil for the one that comes along.
  package var model: String?
  /// Whether segments are made of the markers at once.
  package var makesSegments = false
  /// Whether the words are marked, too.
  package var marksWords = false
  /// Whether markers may go that a person made and nobody confirmed.
  package var replacesHandMade = false

  package init() {}
}

/// Why a recording can't be marked as it was asked for.
package enum MarkRefusal: Error, Sendable {
  /// The passage and what is heard don't agree.
  case misfit(PassageMisfit)
  /// Words can only be found of a passage that is known; here it is not. With what it may be.
  case unknownPassage(guesses: String?)
  /// These markers, which a person seems to have made, would be lost.
  case handMade([Placed<Marker>])
  /// No segments can be made of the markers.
  case unsegmentable(Segmenting.Refusal)
}
