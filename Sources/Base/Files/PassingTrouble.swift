internal import Synchronization

/// Troubles of the system that may be over at another try: a full disk, a lock of another program, or a
/// network that doesn't respond.
///
/// On their way to the user they become text, like all others. This type notes, for the whole process, that
/// one occurred.
package enum PassingTrouble {
  private static let met = Atomic(false)

  /// True if one occurred in this process.
  package static var wasMet: Bool { met.load(ordering: .relaxed) }

  /// Notes that one stood in the way.
  package static func note() { met.store(true, ordering: .relaxed) }

  /// Notes a trouble if the system's error code, as in `errno`, is one of these.
  package static func note(systemError code: Int32) { if SystemFault(code: code).mayPass { note() } }
}
