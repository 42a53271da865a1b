import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLoopback
import TilawaQuran
import TilawaSound

/// A bundle that is open in the studio, and what is answered about it.
final class StudioBundle: Sendable {
  let session: StudioSession
  /// The events in it, for its windows.
  let feed = EventFeed()
  private let work: StudioWork
  private let workplace: Workplace
  /// True if there is a list of bundles to go back to.
  private let isInFolder: Bool

  /// Opens it. Throws when its files can't be read.
  init(_ place: FoundBundle, isReadOnly: Bool, isInFolder: Bool = false, in workplace: Workplace) throws {
    (self.workplace, self.isInFolder) = (workplace, isInFolder)
    let feed = feed
    session = try StudioSession(of: place, isReadOnly: isReadOnly) { event in
      let message = event.message
      feed.send(message.name, message.data.compactText, except: message.window)
    }
    work = try StudioWork(for: session)
  }

  /// Ends what goes on in it.
  func end() { work.end() }

  /// Answers a request; `path` is what stands behind `b/N/`.
  func answer(_ request: LoopbackRequest, _ path: ArraySlice<String>) -> LoopbackAnswer {
    let parts = Array(path)
    switch (request.method, parts.count, parts.first) {
    case (.get, 1, ""):
      return LoopbackAnswer(type: "text/html; charset=utf-8", .bytes(StudioPage.document))
    case (.get, 2, "api"): return told(parts[1], request.query)
    case (.post, 2, "api") where parts[1] == "edit": return edited(request)
    case (.get, 3, "peaks"): return peaks(Int(parts[1]), Int(parts[2]))
    case (.get, 2, "spectrogram"): return spectrogram(Int(parts[1]))
    case (.get, 1, "sound"): return sound(asWAV: request.query["wav"] != nil)
    default: return .error(404, "there is nothing here")
    }
  }

  private func told(_ name: String, _ query: [String: String]) -> LoopbackAnswer {
    switch name {
    case "state":
      let total = session.sound?.duration ?? .zero
      let done = session.sound.map { $0.peaks.isComplete ? total : $0.peaks.done } ?? .zero
      let state = session.state().json(
        skips: SkipKind.allCases.map(\.rawValue), peaks: (done, total), isInFolder: isInFolder)
      return .json(state.compactText)
    case "events":
      return LoopbackAnswer(type: "text/event-stream", .events(feed, window: query["window"]))
    case "words":
      guard let words = query["row"].flatMap(session.words) else {
        return .error(404, "the row isn't there any more")
      }
      return .json(words.json.compactText)
    case "texts":
      let ayat = (query["ayat"] ?? "").words(by: ",").prefix(500)
      let texts = ayat.compactMap { name -> (String, JSONValue)? in
        guard let range = try? session.ayat(named: String(name)) else { return nil }
        return (String(name), session.text(of: range)?.json ?? .null)
      }
      return .json(JSONValue.object(texts.map { .init($0.0, $0.1) }).compactText)
    case "ayah":
      do throws(Failure) {
        let ayat = try session.ayat(named: query["text"] ?? "")
        return .json((["ayah": .string(ayat.description)] as JSONValue).compactText)
      } catch {
        // What is being typed is no fault.
        return .json((["error": .string(error.description)] as JSONValue).compactText)
      }
    case "quietest":
      guard let near = query["near"].flatMap({ Int64($0) }),
        let within = query["within"].flatMap({ Int64($0) }),
        (0...Int64(1e12)).contains(near), (0...10_000).contains(within)
      else { return .error(400, "near and within should be milliseconds") }
      guard let sound = session.sound else { return .error(404, "there is no sound") }
      do {
        let time = try sound.quietest(near: Milliseconds(near), within: Milliseconds(within))
        return .json((["at": .int(time.count)] as JSONValue).compactText)
      } catch {
        return .error(500, "the sound can't be read")
      }
    default: return .error(404, "there is nothing here")
    }
  }

  private func edited(_ request: LoopbackRequest) -> LoopbackAnswer {
    do {
      let edit = try StudioEdit(parsing: request.body)
      let delta =
        switch edit {
        case .markAgain(let from, let to): try work.markAgain(try session.span(from, to), in: workplace)
        case .stopMarking: work.stopMarking()
        default: try session.make(edit, for: request.query["window"])
        }
      return .json(delta.json.compactText)
    } catch let fault as StudioRequestFault {
      return .error(400, fault.text)
    } catch let refusal as Failure {
      return .error(refusal.remedy == .openingForEditing ? 403 : 409, refusal.description)
    } catch {
      return .error(500, "\(error)")
    }
  }

  // MARK: Sound

  private func peaks(_ level: Int?, _ number: Int?) -> LoopbackAnswer {
    guard let sound = session.sound, let level, let number else {
      return .error(404, "there is nothing here")
    }
    switch Result(catching: { () throws(AudioError) in try sound.peaks.tile(level: level, number: number) }) {
    case .success(.peaks(let bytes)): return .lasting(bytes)
    case .success(.partial(let bytes)):
      return LoopbackAnswer(type: "application/octet-stream", .bytes(bytes))
    case .success(.notYet): return .empty(204)
    case .success(.none): return .error(404, "the sound ends before that")
    case .failure: return .error(500, "the sound can't be read there")
    }
  }

  private func spectrogram(_ number: Int?) -> LoopbackAnswer {
    guard let sound = session.sound, let number else { return .error(404, "there is nothing here") }
    do {
      guard let bytes = try sound.spectrogram(number) else {
        return .error(404, "the sound ends before that")
      }
      return .lasting(bytes)
    } catch {
      return .error(500, "the sound can't be read there")
    }
  }

  private func sound(asWAV: Bool) -> LoopbackAnswer {
    guard let bytes = try? session.sound?.bytes(asWAV: asWAV) else { return .error(404, "there is no sound") }
    return LoopbackAnswer(type: bytes.type, .parts(length: bytes.length, part: bytes.part))
  }
}

extension LoopbackAnswer {
  /// Why it can't be, for the person.
  static func error(_ status: Int, _ text: String) -> LoopbackAnswer {
    .json((["error": .string(text)] as JSONValue).compactText, status: status)
  }

  /// Bytes that stay what they are.
  fileprivate static func lasting(_ bytes: [UInt8]) -> LoopbackAnswer {
    var answer = LoopbackAnswer(type: "application/octet-stream", .bytes(bytes))
    answer.isLasting = true
    return answer
  }
}
