import TilawaBase
package import TilawaFormat
import TilawaPrograms

/// Fetches the audio of a bundle if it is a pointer of Git LFS, git-annex or DVC.
package struct PointerFetching: Sendable {
  /// The step to take.
  package enum Step: Sendable {
    /// None: recording.yaml names no audio.
    case unnamed
    /// None: the audio is here.
    case nothing
    /// Run this command of the pointer's program.
    case command(FetchingCommand)
    /// None: the pointer is outside of any repository.
    case noRepository(AudioPointer)
    /// None: the audio isn't here, and there is no pointer to it.
    case impossible(AudioPresence)
  }

  /// The reason why a program didn't fetch the audio.
  package enum Failure: Error, Sendable {
    /// The program isn't on the search path.
    case notInstalled
    /// The program couldn't be started or waited for; contains the reason, for people.
    case unusable(String)
    /// The program ended with a status other than 0; contains the last line of its messages, which may be
    /// empty.
    case ended(status: Int32, said: String)
    /// The program succeeded, but the audio is still a pointer.
    case stillMissing
  }

  /// The bundle as the user would write it.
  package let shownBundle: String
  /// The value of `audio.file` in `recording.yaml`, or empty.
  package let file: String
  /// The step to take.
  package let step: Step
  private let path: String

  /// Examines the file in the place of the bundle's audio.
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

  /// The path of the audio as the user would write it.
  package var shownFile: String { PathText.joined(shownBundle, file) }

  /// Runs the command, if there is one, and checks that the audio is here afterwards. `willRun` is called
  /// before a program starts.
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

  /// Returns an environment in which a repository from elsewhere can't make the program run others.
  private func environment(
    of command: FetchingCommand, in workplace: Workplace
  ) throws(Failure) -> [String: String]? {
    guard let repository = workplace.repository(containing: command.repository) else {
      guard command.program == "git" else { return workplace.git?.workingEnvironment() }
      throw .unusable("git cannot use the repository at \(workplace.shown(command.repository))")
    }
    if command.isOfAnnex {
      do { try repository.requireNoHooksOfAnnex(workplace) } catch { throw .unusable("\(error)") }
    }
    return repository.workingEnvironment
  }
}

extension GitRepository {
  /// Throws a `Failure` if git-annex would run programs from the repository.
  func requireNoHooksOfAnnex(_ workplace: Workplace) throws {
    guard let hook = try hooksOfAnnex().first else { return }
    throw Failure(
      "git-annex would run \(workplace.shown(hook)), which may come with the repository; remove it, or run git-annex yourself"
    )
  }
}
