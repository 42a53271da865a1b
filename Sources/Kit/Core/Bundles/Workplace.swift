package import TilawaBase

/// What a use case needs of the world: where paths start, what the environment says, what time it is.
///
/// A value, so that several can work side by side, each with its own; nothing else in this room touches the process's
/// environment, working directory or clock.
package struct Workplace: Sendable {
  package let environment: [String: String]
  /// Absolute.
  package let workingDirectory: String
  /// The folder from which paths are shown; empty where they are shown absolute.
  package let home: String
  private let clock: @Sendable () -> Int64
  /// Which day it is for whoever asks.
  package let calendar: LocalCalendar
  /// Who looks into audio; nil where nobody can.
  package private(set) var inspector: (any AudioInspector)?

  package init(
    environment: [String: String], workingDirectory: String, clock: @escaping @Sendable () -> Int64,
    calendar: LocalCalendar = .utc
  ) {
    self.init(environment, workingDirectory, shownFrom: workingDirectory, clock, calendar)
  }

  private init(
    _ environment: [String: String], _ workingDirectory: String, shownFrom home: String,
    _ clock: @escaping @Sendable () -> Int64, _ calendar: LocalCalendar
  ) {
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.home = home
    self.clock = clock
    self.calendar = calendar
  }

  /// The one of this process.
  package static func ofProcess() throws(FileError) -> Workplace {
    Workplace(
      environment: Surroundings.environment, workingDirectory: try Surroundings.workingDirectory(),
      clock: { Surroundings.secondsSinceEpoch }, calendar: .ofProcess)
  }

  /// The one of this process for apps, whose messages and findings name files by absolute paths.
  package static func ofApp(with inspector: (any AudioInspector)?) throws(FileError) -> Workplace {
    var workplace = Workplace(
      Surroundings.environment, try Surroundings.workingDirectory(), shownFrom: "",
      { Surroundings.secondsSinceEpoch }, .ofProcess)
    workplace.inspector = inspector
    return workplace
  }
}

extension LocalCalendar {
  /// That of this process.
  package static let ofProcess = LocalCalendar { Surroundings.secondsEast(at: $0) }
}

extension Workplace {
  /// Where a path that the user gave leads; absolute, so that it means the same wherever the process stands.
  package func path(_ given: String) -> String { PathText.joined(workingDirectory, given) }

  /// A path as the user would write it from where they stand.
  package func shown(_ path: String) -> String { PathText.shown(path, from: home) }

  /// Seconds since 1970 in UTC: the clock's, or `SOURCE_DATE_EPOCH` for files that come out the same twice.
  package func now() throws(Failure) -> Int64 {
    guard let epoch = environment["SOURCE_DATE_EPOCH"], !epoch.isEmpty else { return clock() }
    guard let seconds = Int64(epoch), seconds >= 0 else {
      throw Failure("SOURCE_DATE_EPOCH is \"\(epoch)\"; it should be a whole number of seconds since 1970")
    }
    return seconds
  }

  /// The moment that it is, with the offset of where the person is: whoever reads it later sees their day. In UTC by
  /// `SOURCE_DATE_EPOCH`.
  package func moment() throws(Failure) -> Timestamp {
    let now = try now()
    return environment["SOURCE_DATE_EPOCH"].map { !$0.isEmpty } ?? false
      ? Timestamp(secondsSince1970: now) : calendar.moment(at: now)
  }

  /// The day that it is, where the person is.
  package func today() throws(Failure) -> Timestamp { calendar.day(at: try now()) }

  /// Where what was fetched is kept, unless its source says otherwise; nil when nothing tells of a home.
  package var cacheFolder: String? {
    // A path that is not absolute is to be left out of account, says the XDG specification.
    if let folder = environment["XDG_CACHE_HOME"], folder.begins(with: "/") {
      return PathText.joined(folder, "tilawa")
    }
    return environment["HOME"].flatMap {
      $0.begins(with: "/") ? PathText.joined($0, ".cache/tilawa") : nil
    }
  }
}
