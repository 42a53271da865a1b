package import TilawaBase

extension JSONForm<Milliseconds> {
  /// Seconds with at most three decimals, from 0 on.
  package static var time: JSONForm<Milliseconds> {
    Self(.number("number", 0)) { time, json in json.number(time.description) }
  }

  /// Seconds, forward or back.
  package static var move: Self { Self(.number("number")) { time, json in json.number(time.description) } }
}

extension JSONTerm<Prayer> {
  package static var prayer: Self { Self("prayer", .word, "The prayer.") }
}

extension JSONTerm<Recording.Status> {
  package static var status: Self {
    Self("status", .word, "Status of the annotation; null if it cannot be determined.")
  }
}

extension JSONTerm<Milliseconds> {
  package static var start: Self {
    Self("start", .time, "Start of a stretch, in seconds from the beginning of the recording.")
  }
  package static var end: Self {
    Self("end", .time, "End of a stretch, in seconds from the beginning of the recording.")
  }
  package static var at: Self {
    Self("at", .time, "Position in seconds from the beginning of the recording.")
  }
  package static var duration: Self { Self("duration", .time, "Duration in seconds.") }
  package static var tolerance: Self {
    Self("tolerance", .time, "Largest difference at which two times still agree, in seconds.")
  }
}
