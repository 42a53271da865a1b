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
  package static var prayer: Self { Self("prayer", .word, "Which prayer it is.") }
}

extension JSONTerm<Recording.Status> {
  package static var status: Self {
    Self("status", .word, "How far the annotation has come; null when it can't be known.")
  }
}

extension JSONTerm<Milliseconds> {
  package static var start: Self {
    Self("start", .time, "Where a stretch of a recording starts, in seconds from its beginning.")
  }
  package static var end: Self {
    Self("end", .time, "Where a stretch of a recording ends, in seconds from its beginning.")
  }
  package static var at: Self { Self("at", .time, "A moment in a recording, in seconds from its beginning.") }
  package static var duration: Self { Self("duration", .time, "How long something lasts, in seconds.") }
  package static var tolerance: Self {
    Self("tolerance", .time, "How far apart two times may lie and still agree, in seconds.")
  }
}
