package import TilawaBase
import TilawaFormat
package import TilawaLibrary
package import TilawaRecognition
import TilawaSound

/// Trains an acoustic model of recitation with the annotated bundles of a library.
package struct ModelLearning: Sendable {
  /// The source of the training, and the name of the model.
  package struct Request: Sendable {
    package var name = "learnt"
    /// True if unverified rows are used as well.
    package var takesUnverified = false
    /// True if rows of other riwayat than Hafs are used as well.
    package var takesAnyRiwayah = false

    package init() {}
  }

  /// The reason why an item of the library isn't used.
  package enum Exclusion: Sendable {
    /// Some of the bundle could not be read; the rest is used.
    case fault(LibraryFault)
    /// The audio isn't here.
    case noAudio(Failure)
    /// The audio at this path can't be decoded.
    case unreadable(AudioError, shownPath: String)
  }

  /// A model, and the amount of its training data.
  package struct Model: Sendable {
    package let model: AcousticModel
    /// The duration of recitation with which it was trained.
    package let length: Milliseconds
    /// True if that is ten minutes or more, so that it can be better than the model of the program.
    package var isEnough: Bool { length >= Milliseconds(600_000) }
  }

  /// The exclusions, in the order of the bundles.
  package private(set) var exclusions: [Exclusion] = []
  /// The rows that are left out, such as `12 not verified`.
  package let rowsLeftOut: [String]

  private let request: Request
  private let workplace: Workplace
  private var sources: [Source] = []

  private struct Source: Sendable {
    let bundle: TilawaBundle
    let audio: String
    let rows: TrustedRows
  }

  /// Reads the bundles of a library, and selects the rows that can be trusted.
  package init(from folder: LibraryFolder, _ request: Request, in workplace: Workplace) {
    self.request = request
    self.workplace = workplace
    var leftOut: [TrustedRows.Reason: Int] = [:]
    for path in folder.bundles {
      let bundle = TilawaBundle(readingAt: path, shownAs: workplace.shown(path))
      if let fault = LibraryFault(of: bundle) { exclusions.append(.fault(fault)) }
      let rows = TrustedRows(of: bundle, all: request.takesUnverified, anyRiwayah: request.takesAnyRiwayah)
      leftOut.merge(rows.leftOut, uniquingKeysWith: +)
      guard !rows.stretches.isEmpty else { continue }
      do throws(Failure) {
        sources.append(Source(bundle: bundle, audio: try bundle.audioPath(), rows: rows))
      } catch {
        exclusions.append(.noAudio(error))
      }
    }
    rowsLeftOut = TrustedRows.Reason.allCases.compactMap { reason in
      leftOut[reason].map { "\($0) \(reason.rawValue)" }
    }
  }

  /// Analyses the recordings and trains a model. Returns nil if there is no training data. Throws
  /// `CancellationError` if it is cancelled.
  package func learnt(_ monitor: WorkMonitor) throws -> (model: Model?, exclusions: [Exclusion]) {
    var training = AcousticTraining()
    var used: [Source] = []
    var exclusions: [Exclusion] = []
    let stage = monitor.begin("listening")
    defer { stage.finish() }
    // They are read in sequence: each is decoded by all cores, and only its features are kept.
    for (index, source) in sources.enumerated() {
      try monitor.check()
      stage.update(Int64(index), of: Int64(sources.count))
      do throws(AudioError) {
        let features = try SpeechFeatures(ofFileAt: source.audio)
        guard let counting = source.bundle.counting,
          training.add(features, source.rows.stretches, counting: counting) > 0
        else { continue }
        used.append(source)
      } catch {
        exclusions.append(.unreadable(error, shownPath: workplace.shown(source.audio)))
      }
    }
    guard var model = training.model(progress: { stage.update(Int64($0), of: Int64($1)) }) else {
      return (nil, exclusions)
    }
    let length = used.reduce(Milliseconds.zero) { sum, source in
      source.rows.stretches.reduce(sum) { $0 + $1.span.length }
    }
    let reciters = Set(used.compactMap { $0.bundle.recording?.content?.reciter?.value }).count
    model.name = request.name.replaced("#", with: " ").words.joined(separator: " ")
    model.source =
      "\(counted(used.count, "recording")), \(counted(reciters, "reciter")), "
      + "\(counted(used.reduce(0) { $0 + $1.rows.ayatCount }, "ayah", plural: "ayat")), "
      + "\(length.count / 60_000) minutes"
    return (Model(model: model, length: length), exclusions)
  }
}
