/// A browser's request, after all checks.
package struct LoopbackRequest: Sendable {
  /// The kind of action.
  package enum Method: Sendable {
    /// Something is to be told.
    case get
    /// Something is to be changed; the body is JSON.
    case post
  }

  /// The action requested.
  package let method: Method
  /// The parts of the path behind the token, at least one; the last is empty when the path ends with a slash. Letters, digits and
  /// `-._~` of ASCII alone, and none is `.` or `..`.
  package let path: [String]
  /// The query after the question mark, with escapes undone; of a name given twice, the first counts.
  package let query: [String: String]
  /// The body, at most `LoopbackLimits.body` bytes.
  package let body: [UInt8]
}

/// The answer to a browser.
package struct LoopbackAnswer: Sendable {
  /// The part of an answer after the head.
  package enum Body: Sendable {
    /// All of it.
    case bytes([UInt8])
    /// So many bytes, of which a browser may want a range. `part` gives those from an offset on, at least one and at most as
    /// many as asked for, and is asked again when they have gone; what it throws ends the connection.
    case parts(length: Int64, part: @Sendable (_ offset: Int64, _ most: Int) throws -> [UInt8])
    /// Events for as long as the browser listens, in the name of one of its windows.
    case events(EventFeed, window: String?)
  }

  /// As HTTP numbers it.
  package var status: Int
  /// The media type, with its charset.
  package var type: String
  /// The rest.
  package var body: Body
  /// Where to go instead.
  package var location: String?
  /// True if the browser may keep it for the session.
  package var isLasting = false

  /// An answer.
  package init(_ status: Int = 200, type: String, _ body: Body) {
    (self.status, self.type, self.body) = (status, type, body)
  }

  /// A text that is JSON already.
  package static func json(_ text: String, status: Int = 200) -> LoopbackAnswer {
    LoopbackAnswer(status, type: "application/json", .bytes(Array(text.utf8)))
  }

  /// No more than a status.
  package static func empty(_ status: Int) -> LoopbackAnswer {
    LoopbackAnswer(status, type: "text/plain; charset=utf-8", .bytes([]))
  }

  /// The browser is to look there.
  package static func redirect(to location: String) -> LoopbackAnswer {
    var answer = LoopbackAnswer.empty(302)
    answer.location = location
    return answer
  }
}

/// The limits of a connection.
package struct LoopbackLimits: Sendable {
  /// Bytes of a request's head.
  package var head = 16_384
  /// Bytes of a request's body.
  package var body = 1_048_576
  /// Connections at a time, and as many more that have shown no token.
  package var connections = 64
  /// Seconds in which a request must have come, from its first byte on, and a first byte after connecting.
  package var secondsForRequest: Int64 = 10
  /// Seconds that a connection may wait for another request.
  package var secondsIdle: Int64 = 60
  /// Bytes of events that may wait for a browser that doesn't take them.
  package var waitingEvents = 1_048_576
  /// Seconds after which an event that says nothing keeps a connection alive.
  package var secondsBetweenEvents: Int64 = 15

  /// The usual ones.
  package init() {}
}
