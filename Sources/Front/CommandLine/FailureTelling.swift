import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaKit
import TilawaSound

extension Terminal {
  /// Tells what kept work from being done, when it is one of the errors that are for users; else throws it on.
  /// Gives how a command ends that goes no further.
  @discardableResult
  func tell(_ error: any Error) throws -> Outcome {
    switch error {
    case let failure as ExchangeFailure:
      if let place = failure.place, place.range != nil {
        complain([Diagnostic(.malformed, failure.text, at: place)])
      } else {
        complain("tilawa: \(failure.text)")
      }
    case let faults as FaultyFiles: return faults.tell(in: self)
    case let fault as FileMerge.Unmergeable: return fault.tell(in: self)
    case let error as FileError:
      complain(error)
      return error.outcome
    case let error as AudioError: complain("tilawa: \(error.message(showing: shown(error.path)))")
    case let failure as Failure: complain("tilawa: \(failure.text)")
    case let failure as CommandFailure:
      complain("tilawa: \(failure)")
      return failure.outcome
    default: throw error
    }
    return .failed
  }

  /// Tells it, and what somebody else saved where that stood in the way.
  func complain(_ error: FileError) {
    complain("tilawa: \(error.message(showing: shown(error.path)))")
    if let meanwhile = error.meanwhile { complain(lines: meanwhile) }
  }

  /// The answer of the person at standard input: true for yes; nil if standard input is not a terminal.
  func agrees(_ question: String) -> Bool? {
    guard let keyboard = keyboard() else { return nil }
    output.flush()
    talk.write(TerminalText.shown("\(question) [y/N] ", isLine: true))
    talk.flush()
    var key: UInt8?
    while key == nil { key = keyboard.key(waitingMilliseconds: 1000) }
    let isYes = key == UInt8(ascii: "y") || key == UInt8(ascii: "Y")
    complain(isYes ? "yes" : "no")
    return isYes
  }
}

extension ExchangeFailure {
  /// As it is told, with the option that helps.
  var text: String {
    switch remedy {
    case .formatToRead: "\(description); --from says which"
    case .formatToWrite: "\(description); --to says which"
    case .anyFormatToWrite: "\(description); use --to with one that `tilawa convert --list` lists"
    case .encoding: "\(description); name one with --encoding, such as windows-1256 or latin-1"
    case .surah(let ending): "\(description); name it 001.\(ending) or say --passage 1"
    case .unit: "\(description); --unit s or --unit ms says what they count"
    case nil: description
    }
  }
}

extension Diagnostic {
  /// As it is told, with the option that helps.
  var withTheOption: Diagnostic {
    let option: String? =
      switch remedy {
      case .keepingUnknown: "--keep-unknown keeps it under a key of its own"
      case .audio: "--audio names the audio, which tells it"
      case .audioFolder: "--audio with the folder of the files tells"
      case .encoding: "--encoding names another"
      case .tier: "--tier names the one that holds the ayat"
      default: nil
      }
    return option.map { saying("\(message); \($0)") } ?? self
  }
}

extension Failure {
  /// As it is told, with the option that helps.
  var text: String {
    switch remedy {
    case .replacing: "\(description); --force replaces its annotation"
    case .includingSkips: "\(description); --skips plays them"
    case .anotherName: "\(description); choose another --name, or --into another folder"
    case .keepingFormat: "\(description); leave out --link or --encode"
    case .importingElsewhere: "\(description); name the folder around it with --into"
    case .replacingFile: "\(description); --force replaces it"
    case .namingID: "\(description); --id names one"
    case .changingBook: "\(description); tilawa shelf set changes it, or --id names another"
    case .namingKey: "\(description); name a key and its value, such as --status reading"
    case .tellingSession:
      "\(description); --minutes tells how long it was, --pages or --page how far, --ayat of what"
    case .statingText:
      "\(description); a text of a part of the Quran is added with --passage, one in another count with --riwayah or --numbering"
    case .namingLanguage: "\(description); name it with --language, such as en"
    case .numberingRakat: "\(description); tilawa mark --rakah numbers them"
    case .choosingOtherSide: "\(description); choose --ours, --theirs or --both"
    case .choosingOneSide:
      "\(description); choose --ours or --theirs for this conflict, with --only; nothing was written"
    case .followingLinks: "\(description); --follow-links includes it"
    case .leavingAudioOut: "\(description); or pack it with --without-audio"
    case .replacingBundle:
      "\(description); --merge brings in what is new, --force replaces it, --into names another folder"
    case .takingOtherAudio:
      "\(description); --audio-changed merges its rows if it is the same recording, with every sound at the same position; else unpack it into another folder, and tilawa merge --align-audio brings it in"
    case .aligningAudio:
      "\(description); --align-audio compares it with the audio that is there, and moves the rows to where they are heard"
    case .partingWithAudio:
      "\(description); --to moves it out, --other-copy names a copy, --force removes it for good"
    case .openingForEditing, .installingProgram, nil: description
    }
  }
}

extension FaultyFiles {
  /// Tells them on standard error.
  func tell(in terminal: Terminal) -> Outcome {
    terminal.complain(diagnostics)
    terminal.complain("tilawa: nothing was changed in \(bundle); fix its files first")
    return .failed
  }
}
