package import TilawaBase

/// The context of a use case: the working directory, the environment and the clock.
///
/// A value, so that several can be used side by side. Nothing else in this module accesses the environment,
/// working directory or clock of the process.
package struct Workplace: Sendable {
  package let environment: [String: String]
  /// The absolute path of the working directory.
  package let workingDirectory: String
  /// The folder to which displayed paths are relative; empty if they are absolute.
  package let home: String
  private let clock: @Sendable () -> Int64
  /// The user's calendar, which determines the day.
  package let calendar: LocalCalendar
  /// The inspector of audio files, or nil if there is none.
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

  /// Returns the workplace of this process.
  package static func ofProcess() throws(FileError) -> Workplace {
    Workplace(
      environment: Surroundings.environment, workingDirectory: try Surroundings.workingDirectory(),
      clock: { Surroundings.secondsSinceEpoch }, calendar: .ofProcess)
  }

  /// Returns the workplace of this process for apps, whose messages and findings name files by absolute
  /// paths.
  package static func ofApp(with inspector: (any AudioInspector)?) throws(FileError) -> Workplace {
    var workplace = Workplace(
      Surroundings.environment, try Surroundings.workingDirectory(), shownFrom: "",
      { Surroundings.secondsSinceEpoch }, .ofProcess)
    workplace.inspector = inspector
    return workplace
  }
}

extension LocalCalendar {
  /// The calendar of this process.
  package static let ofProcess = LocalCalendar { Surroundings.secondsEast(at: $0) }
}

extension Workplace {
  /// Returns the absolute form of a path that the user gave, which doesn't depend on the working directory of
  /// the process.
  package func path(_ given: String) -> String { PathText.joined(workingDirectory, given) }

  /// Returns a path as the user would write it from the folder `home`.
  package func shown(_ path: String) -> String { PathText.shown(path, from: home) }

  /// Returns the seconds since 1970 in UTC, from the clock, or from `SOURCE_DATE_EPOCH` for reproducible
  /// files.
  package func now() throws(Failure) -> Int64 {
    guard let epoch = environment["SOURCE_DATE_EPOCH"], !epoch.isEmpty else { return clock() }
    guard let seconds = Int64(epoch), seconds >= 0 else {
      throw Failure("invalid SOURCE_DATE_EPOCH \"\(epoch)\" (expected a whole number of seconds since 1970)")
    }
    return seconds
  }

  /// Returns the current moment with the user's offset from UTC, so that later readers see the user's day.
  /// With `SOURCE_DATE_EPOCH`, the moment is in UTC.
  package func moment() throws(Failure) -> Timestamp {
    let now = try now()
    return environment["SOURCE_DATE_EPOCH"].map { !$0.isEmpty } ?? false
      ? Timestamp(secondsSince1970: now) : calendar.moment(at: now)
  }

  /// Returns the current day at the user's place.
  package func today() throws(Failure) -> Timestamp { calendar.day(at: try now()) }

  /// The folder of fetched files, unless their source states another; nil if the home folder is unknown.
  package var cacheFolder: String? {
    // The XDG specification requires that relative paths be ignored.
    if let folder = environment["XDG_CACHE_HOME"], folder.begins(with: "/") {
      return PathText.joined(folder, "tilawa")
    }
    return environment["HOME"].flatMap {
      $0.begins(with: "/") ? PathText.joined($0, ".cache/tilawa") : nil
    }
  }
}
