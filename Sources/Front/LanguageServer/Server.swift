import TilawaBase
package import TilawaKit

/// The language server: reads messages of an editor, answers them, and tells it what is wrong with its texts.
///
/// One thread reads; the other owns all state, takes one message after the other, and looks for faults when no newer change
/// waits. It knows no terminal and says nothing but through its channel.
package final class Server {
  /// From where messages come: at most so many bytes, waiting for some; none at the end.
  package typealias Input = @Sendable (_ limit: Int) throws -> [UInt8]

  private let queue = MessageQueue()
  private let editor: EditorChannel
  private let session: EditorSession

  /// A server of an editor that reads what is given to `output`.
  package init(in workplace: Workplace, version: String, output: @escaping @Sendable ([UInt8]) -> Void) {
    editor = EditorChannel(output)
    session = EditorSession(editor, in: workplace, version: version) { [queue] in queue.put(.news($0)) }
  }

  /// Serves until the editor ends it or is gone; tells whether it ended as the protocol has it. Nil, with nothing read, where the
  /// system has no thread for reading.
  package func run(_ input: @escaping Input) -> Bool? {
    let queue = queue
    guard OwnThread.start({ Self.read(input, into: queue) }) else { return nil }
    while !session.isOver {
      let waiting = session.hasWork ? 0 : session.waitingTime
      if let item = queue.next(waitingMilliseconds: waiting) {
        take(item)
      } else if session.hasWork {
        session.work()
      } else {
        session.goOn()
      }
    }
    session.end()
    return session.endedWell
  }

  private func take(_ item: MessageQueue.Item) {
    switch item {
    case .end: session.isOver = true
    case .fault(let failure): editor.send(Reply.failure(failure.id, failure))
    case .news(let news): news(session)
    case .message(let message):
      guard case .request(let id, let method) = message.kind else { return session.take(message) }
      defer { queue.close(id) }
      if queue.isCancelled(id) {
        editor.send(Reply.failure(id, RPCFailure(.cancelled, "\(method) was cancelled")))
        return
      }
      do throws(RPCFailure) {
        editor.send(Reply.result(id, try session.answer(method, message.content)))
      } catch {
        editor.send(Reply.failure(id, error))
      }
    }
  }

  /// Cuts what comes into messages until nothing more does.
  private static func read(_ input: Input, into queue: MessageQueue) {
    var framing = MessageFraming()
    while let bytes = try? input(1 << 16), !bytes.isEmpty {
      framing.take(bytes)
      while let piece = framing.next() {
        switch piece {
        case .fault(let reason): queue.put(.fault(RPCFailure(.parseError, reason)))
        case .message(let content):
          do throws(RPCFailure) { queue.put(.message(try Message(content))) } catch {
            queue.put(.fault(error))
          }
        }
      }
    }
    if framing.isBroken { queue.put(.fault(RPCFailure(.parseError, "the last message is incomplete"))) }
    queue.put(.end)
  }
}
