package import Diagnostics

/// What keeps a use case from its work, in words for people: lower case, no full stop.
package struct Obstacle: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// Faults that keep files from being changed, because what can't be read might get lost.
package struct FaultyFiles: Error {
  package let diagnostics: [Diagnostic]
  package let bundle: String
}
