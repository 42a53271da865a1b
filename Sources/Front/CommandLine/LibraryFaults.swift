import TilawaBase
import TilawaLibrary

extension LibraryFault {
  private static let keys: [JSONKey<LibraryFault>] = [.key(.path, \.path), .key(.message, \.message)]
  static let form = JSONForm<LibraryFault>.object(keys)
  static let line = OutputLine("fault", keys)
}

extension JSONTerm<[LibraryFault]> {
  static var faults: Self {
    Self(
      "faults", .list(of: LibraryFault.form),
      "Files that could not be read, which may have changed the answer.")
  }
}

extension [LibraryFault] {
  /// Tells what of a library could not be read as it should be, and how a command that asked it ends.
  ///
  /// The one place for that: what is told might have changed the answer, and the answer is then no success, even when all
  /// that was asked for is in it.
  func tell(in terminal: Terminal) -> Outcome {
    for fault in self { terminal.complain("tilawa: \(fault.message)") }
    return isEmpty ? .done : .findings
  }
}
