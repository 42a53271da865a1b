internal import Synchronization

/// Troubles of the system that may be over when the same is tried again: a full disk, a lock that somebody holds, a network that
/// doesn't answer.
///
/// On their way to the user they become text, like all others; that there was one is noted here, for the whole process.
package enum PassingTrouble {
  private static let met = Atomic(false)

  /// Whether this process met one.
  package static var wasMet: Bool { met.load(ordering: .relaxed) }

  /// Notes that one stood in the way.
  package static func note() { met.store(true, ordering: .relaxed) }

  /// The same where the system's error, as in `errno`, is one of these.
  package static func note(systemError code: Int32) { if SystemFault(code: code).mayPass { note() } }
}
