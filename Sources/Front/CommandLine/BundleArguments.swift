import ArgumentParser
import TilawaKit

/// The one bundle that a command works on.
struct BundleArguments: ParsableArguments {
  @Argument(help: "A bundle, or a path inside one.", completion: .directory)
  var bundle = "."

  /// Returns the place of the bundle.
  func find(in terminal: Terminal) throws -> FoundBundle {
    if let found = FoundBundle(containing: bundle, in: terminal.workplace) { return found }
    throw CommandFailure(FoundBundle.reasonForNone(at: bundle, in: terminal.workplace))
  }
}

extension Terminal {
  /// The files of the bundle, or the document of a library, that the user named.
  func documents(at given: String) throws -> FoundDocuments {
    if let found = FoundDocuments(at: given, in: workplace) { return found }
    throw CommandFailure(FoundBundle.reasonForNone(at: given, in: workplace))
  }
}
