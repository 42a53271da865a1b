import TilawaBase
package import TilawaFormat
import TilawaPrograms

/// The audio of a bundle that may be a pointer of Git LFS, git-annex or DVC, and what brings it here.
package struct PointerFetching: Sendable {
  /// What there is to do.
  package enum Step: Sendable {
    /// recording.yaml names no audio.
    case unnamed
    /// The audio is here.
    case nothing
    /// The pointer's program brings it, by this command.
    case command(FetchingCommand)
    /// A pointer that lies in no repository.
    case noRepository(AudioPointer)
    /// It isn't here, and no pointer tells where it is.
    case impossible(AudioPresence)
  }

  /// Why a program didn't bring it.
  package enum Failure: Error, Sendable {
    /// It isn't on the search path.
    case notInstalled
    /// It couldn't be started or waited for; for people.
    case unusable(String)
    /// It ended with a status other than 0; the last line that it said, which may be empty.
    case ended(status: Int32, said: String)
    /// It ended well, and the audio is a pointer still.
    case stillMissing
  }

  /// The bundle as the user would write it.
  package let shownBundle: String
  /// The audio as `recording.yaml` names it; empty when it doesn't.
  package let file: String
  /// What there is to do.
  package let step: Step
  private let path: String

  /// Looks at what stands in the place of the bundle's audio.
  package init(_ target: BundleTarget) {
    (path, shownBundle) = (target.path, target.shownPath)
    let bundle = TilawaBundle(readingAt: path, shownAs: shownBundle, only: [.recording])
    file = bundle.recording?.content?.audio?.file?.value ?? ""
    guard !file.isEmpty, let presence = bundle.audioPresence else {
      step = .unnamed
      return
    }
    switch presence {
    case .available: step = .nothing
    case .pointer(let pointer):
      step =
        FetchingCommand(for: pointer, at: PathText.joined(path, file)).map { .command($0) }
        ?? .noRepository(pointer)
    default: step = .impossible(presence)
    }
  }

  /// The audio as the user would write it.
  package var shownFile: String { PathText.joined(shownBundle, file) }

  /// Runs the command, if there is one, and looks whether the audio is here then. `willRun` is called before a program starts.
  package func apply(in workplace: Workplace, willRun: () -> Void = {}) throws(Failure) {
    guard case .command(let command) = step else { return }
    guard
      var program = ChildProgram(
        named: command.program, searchPath: workplace.environment["PATH"] ?? "/usr/bin:/bin")
    else { throw .notInstalled }
    program.environment = try environment(of: command, in: workplace)
    willRun()
    let status: Int32
    let said: String
    do throws(FileError) {
      let ending = try program.run(command.arguments)
      (status, said) = (ending.status, ending.talk.filledLines.last.map(String.init) ?? "")
    } catch {
      throw .unusable(error.description)
    }
    guard status == 0 else { throw .ended(status: status, said: said) }
    let now = TilawaBundle(readingAt: path, shownAs: shownBundle, only: [.recording])
    guard case .available = now.audioPresence else { throw .stillMissing }
  }

  /// By which a repository from elsewhere has the program run nothing.
  private func environment(
    of command: FetchingCommand, in workplace: Workplace
  ) throws(Failure) -> [String: String]? {
    guard let repository = workplace.repository(containing: command.repository) else {
      guard command.program == "git" else { return workplace.git?.workingEnvironment() }
      throw .unusable("git can't use the repository at \(workplace.shown(command.repository))")
    }
    if command.isOfAnnex {
      do { try repository.requireNoHooksOfAnnex(workplace) } catch { throw .unusable("\(error)") }
    }
    return repository.workingEnvironment
  }
}

extension GitRepository {
  /// Throws a `Failure` when git-annex would run programs that came with the repository.
  func requireNoHooksOfAnnex(_ workplace: Workplace) throws {
    guard let hook = try hooksOfAnnex().first else { return }
    throw Failure(
      "git-annex would run \(workplace.shown(hook)), and the repository may have brought it; remove it, or run git-annex yourself"
    )
  }
}
