import Synchronization
import TilawaBase
import TilawaFormat
import TilawaKit

/// The rest of a recording, listened to in the background while the person goes on typing; what is heard then takes the place of the
/// markers that nobody has confirmed.
final class Marking {
  /// As editors call it.
  static let command = "tilawa.markFrom"

  /// A job that can be called off; asked from other threads.
  private final class Job: Sendable {
    let token: String
    let path: String
    let span: TimeSpan
    private let isWanted = Atomic(true)
    private let lastTold = Mutex(ContinuousClock.now)

    init(token: String, path: String, span: TimeSpan) {
      (self.token, self.path, self.span) = (token, path, span)
    }

    var isCancelled: Bool { !isWanted.load(ordering: .relaxed) }
    func cancel() { isWanted.store(false, ordering: .relaxed) }

    /// True if progress should be shown again; a few times a second are enough for the eye.
    func isTold(_ done: Double) -> Bool {
      lastTold.withLock { last in
        guard done == 0 || ContinuousClock.now - last > .milliseconds(250) else { return false }
        last = .now
        return true
      }
    }
  }

  /// Tells how far a job has come.
  private struct Stage: WorkStage {
    let tell: @Sendable (Double) -> Void

    func update(_ done: Int64, of total: Int64) { tell(total > 0 ? Double(done) / Double(total) : 1) }
    func whileWorking<Result>(_ work: () throws -> Result) rethrows -> Result { try work() }
    func finish() {}
  }

  private let editor: EditorChannel
  private let workspace: Workspace
  private let later: @Sendable (@escaping @Sendable (Marking) -> Void) -> Void
  /// The features of the editor.
  var client = ClientFeatures()
  private var job: Job?
  private var jobs = 0

  /// `later` has something done by the thread that this belongs to.
  init(
    _ editor: EditorChannel, _ workspace: Workspace,
    later: @escaping @Sendable (@escaping @Sendable (Marking) -> Void) -> Void
  ) {
    (self.editor, self.workspace, self.later) = (editor, workspace, later)
  }

  /// True while a recording is being marked.
  var isBusy: Bool { job != nil }

  // MARK: Beginning and ending

  /// Listens to the recording of a bundle, to set its markers anew from the row at a place on.
  func begin(_ document: OpenDocument, at offset: Int) throws(RPCFailure) {
    guard job == nil else {
      throw RPCFailure(.requestFailed, "a recording is already being marked; tilawa.stop ends it")
    }
    guard client.appliesEdits else { throw RPCFailure(.requestFailed, "the editor does not accept changes") }
    guard let path = document.bundlePath, let row = workspace.row(at: offset, in: document),
      row.kind == .markers, let span = TimeSpan(row.start, Milliseconds(.max))
    else { throw RPCFailure(.requestFailed, "no readable marker at this position") }
    let bundle = try readable(path)
    jobs += 1
    let job = Job(token: "tilawa/marking/\(jobs)", path: path, span: span)
    self.job = job
    if client.progress { editor.ask("window/workDoneProgress/create", ["token": .string(job.token)]) }
    report(
      job, ["kind": "begin", "title": .string("Marking again from \(row.start.clock)"), "cancellable": true])
    let (workplace, monitor) = (workspace.workplace, monitor(of: job))
    inBackground(job) { try MarkingAgain(of: bundle, in: workplace, monitor) }
  }

  /// Calls off what is listened to; nothing is changed.
  func stop() {
    guard let job else { return }
    job.cancel()
    end(job)
  }

  /// Stops if the person called off the progress shown under `token`.
  func stop(token: String) {
    if job?.token.isExactly(token) ?? false { stop() }
  }

  private func end(_ job: Job, saying text: String? = nil, isFailure: Bool = false) {
    report(job, ["kind": "end"])
    self.job = nil
    if let text { editor.show(text, isFailure: isFailure) }
  }

  /// The bundle as it is now, when its markers can be relied on.
  private func readable(_ path: String) throws(RPCFailure) -> TilawaBundle {
    let bundle = workspace.bundle(path)
    guard bundle.recording?.content != nil, bundle.markers?.content != nil else {
      throw RPCFailure(
        .requestFailed, "recording.yaml or markers.yaml has faults; fix them first")
    }
    return bundle
  }

  // MARK: In the background

  private func inBackground(_ job: Job, _ work: @escaping @Sendable () throws -> MarkingAgain) {
    let isStarted = OwnThread.start { [later] in
      let result = Result(catching: work)
      later { $0.take(result, of: job) }
    }
    if !isStarted { end(job, saying: OwnThread.refusal, isFailure: true) }
  }

  private func monitor(of job: Job) -> WorkMonitor {
    WorkMonitor {
      job.isCancelled
    } begin: { [later] title in
      Stage { done in
        guard job.isTold(done) else { return }
        later { $0.show(title, done, of: job) }
      }
    }
  }

  /// Takes over what was heard, or has it fitted around what the person has decided meanwhile.
  private func take(_ result: Result<MarkingAgain, any Error>, of job: Job) {
    guard self.job === job else { return }
    do {
      let marking = try result.get()
      let bundle = try readable(job.path)
      guard marking.isUpToDate(with: bundle) else {
        let monitor = monitor(of: job)
        return inBackground(job) { marking.around(bundle, monitor) }
      }
      let (change, count) = try marking.change(within: job.span)
      var edit = EditorChange()
      guard edit.add([(.markers, change)], of: bundle, in: workspace) else {
        throw RPCFailure(.requestFailed, "no marker would remain; nothing was changed")
      }
      guard !edit.isEmpty else { return end(job, saying: "marked again: nothing changed") }
      editor.ask(
        "workspace/applyEdit",
        [
          "label": .string("Mark again from \(job.span.start.clock)"),
          "edit": edit.json(client.encoding, versioned: client.versionedEdits),
        ])
      end(job, saying: "marked again: \(counted(count, "marker")) found")
    } catch let failure as RPCFailure {
      end(job, saying: failure.message, isFailure: true)
    } catch is MarkRefusal {
      end(job, saying: "no matching recitation was found; nothing was changed", isFailure: true)
    } catch {
      end(job, saying: "\(error)", isFailure: true)
    }
  }

  // MARK: What the editor shows

  private func show(_ title: String, _ done: Double, of job: Job) {
    guard self.job === job else { return }
    report(
      job,
      [
        "kind": "report", "message": .string(title),
        "percentage": .int(Int64((min(max(done, 0), 1) * 100).rounded())),
      ])
  }

  private func report(_ job: Job, _ value: JSONValue) {
    guard client.progress else { return }
    editor.notify("$/progress", ["token": .string(job.token), "value": value])
  }
}
