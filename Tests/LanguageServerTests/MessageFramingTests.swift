import Testing

@testable import TilawaLanguageServer

@Suite struct MessageFramingTests {
  private func pieces(_ text: String, longest: Int = 1000, at step: Int = .max) -> [MessageFraming.Piece] {
    var framing = MessageFraming(longest: longest)
    var found: [MessageFraming.Piece] = []
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      framing.take(Array(bytes.prefix(step)))
      bytes = bytes.dropFirst(step)
      while let piece = framing.next() { found.append(piece) }
    }
    return found
  }

  private func message(_ text: String) -> MessageFraming.Piece { .message(Array(text.utf8)) }

  @Test func messagesAreCutWhereverTheBytesAreCut() {
    let text =
      "Content-Length: 2\r\n\r\n{}Content-Type: x\r\ncontent-length:  4\r\n\r\nnullContent-Length: 0\n\n"
    for step in [1, 2, 3, 7, 1000] {
      #expect(pieces(text, at: step) == [message("{}"), message("null"), message("")])
    }
  }

  @Test func headersWithoutALengthAreToldOnceAndPassedOver() {
    for bad in [
      "Content-Length: x\r\n\r\n{}", "Content-Length: -2\r\n\r\n{}", "\r\n\r\n", "hello\r\n\r\n",
      "Content-Length: 99999999999999999999\r\n\r\n", "Content-Length: 2 3\r\n\r\n",
      String(repeating: "x", count: 20_000),
    ] {
      for step in [1, 5, 100_000] {
        let found = pieces(bad + "Content-Length: 2\r\n\r\n[]", at: step)
        #expect(found.last == message("[]"), "\(bad.prefix(40))")
        #expect(found.count <= 3, "\(bad.prefix(40))")
      }
    }
  }

  @Test func whatIsTooLongIsPassedOver() {
    let text =
      "Content-Length: 2000\r\n\r\n" + String(repeating: "a", count: 2000) + "Content-Length: 1\r\n\r\n1"
    for step in [1, 700, 1 << 20] {
      let found = pieces(text, at: step)
      #expect(found.count == 2)
      #expect(found.last == message("1"))
    }
  }

  @Test func whatBreaksOffIsKnownToDoSo() {
    for text in ["Content-Len", "Content-Length: 3\r\n\r\n", "Content-Length: 3\r\n\r\n12"] {
      var framing = MessageFraming()
      framing.take(Array(text.utf8))
      #expect(framing.next() == nil)
      #expect(framing.isBroken)
    }
  }
}
