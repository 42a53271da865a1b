package import Diagnostics

/// What keeps a use case from its work, in words for people: lower case, no full stop.
package struct Obstacle: Error, CustomStringConvertible {
  /// What the user may ask for so that it is none; each program has words of its own for that.
  package enum Consent: Sendable {
    /// What is there already may be replaced.
    case replacing
    /// Rows without ayat are taken, too.
    case includingSkips
    /// The bundle is called otherwise, or lies in another folder.
    case anotherName
    /// The audio keeps its format, or is not linked.
    case keepingFormat
    /// The bundle is made in another folder.
    case importingElsewhere
    /// Of a conflict another side is taken than the common ancestor.
    case choosingOtherSide
    /// Of a conflict one side is taken.
    case choosingOneSide
  }

  package let description: String
  /// What would help; nil where nothing does.
  package let consent: Consent?

  package init(_ description: String, unless consent: Consent? = nil) {
    self.description = description
    self.consent = consent
  }
}

/// Faults that keep files from being changed, because what can't be read might get lost.
package struct FaultyFiles: Error {
  package let diagnostics: [Diagnostic]
  package let bundle: String
}
