import TilawaBase
import TilawaLibrary

extension LibraryFault {
  /// For programs.
  var json: JSONValue { ["path": .string(path), "message": .string(message)] }
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
