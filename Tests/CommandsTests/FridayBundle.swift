import Foundation
import TilawaSound
import TilawaTestSupport

/// Tests with a bundle `friday.tilawa`, of which `named` are the markers as `mark` writes them.
protocol FridayBundle {}

extension FridayBundle {
  var recording: String {
    """
    tilawa: 1
    id: a
    title: Friday  # ours
    audio:
      file: audio.wav
      duration: 9.000
    x-shelf: 3

    """
  }

  /// Makes a bundle `friday.tilawa` with four stretches of 112, about as long as its ayat, and with `files`.
  /// Calls `body` with its folder.
  func inBundle(
    _ files: [String: String] = [:], _ body: (TemporaryFolder) throws -> Void
  ) throws {
    let folder = try TemporaryFolder(["friday.tilawa/recording.yaml": recording])
    for (name, text) in files { try folder.write(text, to: "friday.tilawa/\(name)") }
    var recitation = GeneratedRecitation([
      .init(1500, pauseAfter: 700), .init(1300, pauseAfter: 700), .init(1500, pauseAfter: 700),
      .init(2100, pauseAfter: 0),
    ])
    recitation.sampleRate = 8000
    recitation.noiseDBFS = -70
    try recitation.write(to: folder.path(of: "friday.tilawa/audio.wav"), encoding: .wav)
    return try withExtendedLifetime(folder) { try body(folder) }
  }

  func text(_ file: String, _ folder: TemporaryFolder) -> String {
    (try? folder.text(of: "friday.tilawa/" + file)) ?? "no \(file)"
  }

  func names(_ folder: TemporaryFolder, of path: String = "friday.tilawa") -> [String] {
    (try? folder.names(in: path)) ?? []
  }

  var named: String {
    """
    tilawa: 1
    markers:
      - { at: 0.400, ayah: "112:1", confidence: 0.85 }
      - { at: 2.645, ayah: "112:2", confidence: 0.87 }
      - { at: 4.685, ayah: "112:3", confidence: 0.86 }
      - { at: 6.505, ayah: "112:4", confidence: 0.88 }

    """
  }

  /// Markers of which some have no ayah.
  var unassigned: String {
    """
    tilawa: 1
    markers:
      - { at: 0.400 }  # the start
      - { at: 1.000, skip: basmalah }
      - at: 2.500
        confidence: 0.80
      - { at: 4.500, ayah: "112:4" }
      - { at: 6.500, x-mine: 1 }

    """
  }
}
