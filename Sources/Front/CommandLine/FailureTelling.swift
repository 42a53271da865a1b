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
    case .formatToRead: "\(description); name it with --from"
    case .formatToWrite: "\(description); name it with --to"
    case .anyFormatToWrite: "\(description); use --to with one that `tilawa convert --list` lists"
    case .encoding: "\(description); name one with --encoding, such as windows-1256 or latin-1"
    case .surah(let ending): "\(description); name it 001.\(ending), or use --passage 1"
    case .unit: "\(description); use --unit s or --unit ms"
    case nil: description
    }
  }
}

extension Diagnostic {
  /// As it is told, with the option that helps.
  var withTheOption: Diagnostic {
    let option: String? =
      switch remedy {
      case .keepingUnknown: "use --keep-unknown to keep it as an x- key"
      case .audio: "name the audio file with --audio"
      case .audioFolder: "name the folder of the audio files with --audio"
      case .encoding: "use --encoding to name another"
      case .tier: "name the one with the ayat with --tier"
      default: nil
      }
    return option.map { saying("\(message); \($0)") } ?? self
  }
}

extension Failure {
  /// As it is told, with the option that helps.
  var text: String {
    switch remedy {
    case .replacing: "\(description); use --force to replace its annotation"
    case .includingSkips: "\(description); use --skips to play them"
    case .anotherName: "\(description); use --name or --into"
    case .keepingFormat: "\(description); leave out --link or --encode"
    case .importingElsewhere: "\(description); name the folder around it with --into"
    case .replacingFile: "\(description); use --force to replace it"
    case .namingID: "\(description); name one with --id"
    case .changingBook: "\(description); use tilawa shelf set to change it, or --id to add another"
    case .namingKey: "\(description); name a key and its value, such as --status reading"
    case .tellingSession:
      "\(description); use --minutes for its length, --pages or --page for the progress, --ayat for the subject"
    case .statingText:
      "\(description); use --passage for a part of the Quran, --riwayah or --numbering for another count"
    case .namingLanguage: "\(description); name it with --language, such as en"
    case .numberingRakat: "\(description); use tilawa mark --rakah to number them"
    case .choosingOtherSide: "\(description); choose --ours, --theirs or --both"
    case .choosingOneSide:
      "\(description); choose --ours or --theirs for this conflict, with --only; nothing was written"
    case .followingLinks: "\(description); use --follow-links to include it"
    case .leavingAudioOut: "\(description); use --without-audio to omit it"
    case .replacingBundle:
      "\(description); use --merge to merge, --force to replace it, or --into for another folder"
    case .takingOtherAudio:
      "\(description); use --audio-changed if both have every sound at the same position; otherwise unpack it into another folder, and run tilawa merge --align-audio"
    case .aligningAudio:
      "\(description); use --align-audio to compare it with the existing audio and move the rows to match"
    case .partingWithAudio:
      "\(description); use --to to move it out, --other-copy to name a copy, or --force to delete it for good"
    case .includingVerified: "\(description); use --including-verified to change it"
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
