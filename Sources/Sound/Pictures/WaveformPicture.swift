package import TilawaBase

/// A stretch of a recording that is marked on a picture of its waveform.
package struct PictureRow: Hashable, Sendable {
  /// The kind of a stretch, which determines its colour.
  package enum Kind: CaseIterable, Hashable, Sendable {
    /// A person has verified or confirmed it.
    case verified
    /// The ayah is not verified yet.
    case unverified
    /// The row is not an ayah.
    case skip
  }

  /// Where it is.
  package var span: TimeSpan
  /// The text that is written on it: `2:255`.
  package var label: String
  /// The kind of the stretch.
  package var kind: Kind
  /// True if a passage begins with it, so that its label is written even if it is narrow.
  package var beginsPassage: Bool

  /// A stretch.
  package init(_ span: TimeSpan, label: String, kind: Kind, beginsPassage: Bool = false) {
    self.span = span
    self.label = label
    self.kind = kind
    self.beginsPassage = beginsPassage
  }
}

/// A waveform with the stretches of its recording drawn on it, a pixel wide for every peak.
package struct WaveformPicture: Sendable {
  /// The peaks of the waveform; each channel has a lane of its own.
  package var peaks: WaveformPeaks
  /// The marked stretches, in any order.
  package var rows: [PictureRow]
  /// In pixels, of all of it.
  package var height: Int

  /// The maximum width of pictures.
  package static let maximumWidth = 100_000
  /// The possible heights.
  package static let heights = 64...4096
  /// Where the labels stand, above the waveform.
  static let labelHeight = 16
  /// Where the times stand, below it.
  static let rulerHeight = 16
  /// The height of the line below a stretch that a person has confirmed.
  static let lineHeight = 3
  /// The least distance of two edges that are drawn. Nearer ones, of hours in one picture, would be stripes.
  static let edgeDistance = 8.0

  /// Creates a picture; nil if there are no peaks, or more than a picture can be wide.
  ///
  /// A height beyond `heights` becomes the nearest of them.
  package init?(_ peaks: WaveformPeaks, rows: [PictureRow], height: Int) {
    guard (1...Self.maximumWidth).contains(peaks.length) else { return nil }
    self.peaks = peaks
    self.rows = rows
    self.height = min(max(height, Self.heights.lowerBound), Self.heights.upperBound)
  }

  /// In pixels.
  package var width: Int { peaks.length }

  // MARK: Layout, shared by all forms

  /// A stretch in pixels, cut off at the edges.
  struct Band {
    var left: Double
    var right: Double
    var row: PictureRow

    /// The colour behind it; nil if it is plain, as what nobody has confirmed yet.
    var color: PictureColor? {
      switch row.kind {
      case .verified: .rightWash
      case .unverified: nil
      case .skip: .hush
      }
    }
  }

  /// The rows that are in the picture, in order of time.
  var bands: [Band] {
    rows.compactMap { row in
      let left = max(0, peaks.pixels(to: row.span.start))
      let right = min(Double(width), peaks.pixels(to: row.span.end))
      return left < right ? Band(left: left, right: right, row: row) : nil
    }.sorted { ($0.left, $0.right) < ($1.left, $1.right) }
  }

  /// Where bands begin, in order, as far as there is room between them; those that begin passages come first.
  var edges: [Double] {
    var drawn: [Double] = []
    let bands = bands
    for isFirst in [true, false] {
      var before = 0
      for band in bands where band.row.beginsPassage == isFirst {
        while before < drawn.count, drawn[before] <= band.left { before += 1 }
        guard before == 0 || band.left - drawn[before - 1] >= Self.edgeDistance,
          before == drawn.count || drawn[before] - band.left >= Self.edgeDistance
        else { continue }
        drawn.insert(band.left, at: before)
      }
    }
    return drawn
  }

  /// Returns the bands whose labels are written, in order, none over another.
  ///
  /// `width` returns the width of a label in pixels, or nil if it can't be written. Labels that begin
  /// passages come first and may be wider than their bands; others must fit into theirs.
  func labelled(_ bands: [Band], width: (String) -> Double?) -> [Band] {
    var taken: [(left: Double, right: Double)] = []
    var chosen: [Int] = []
    for isFirst in [true, false] {
      for (index, band) in bands.enumerated() where band.row.beginsPassage == isFirst {
        guard !band.row.label.isEmpty, let width = width(band.row.label) else { continue }
        let (left, right) = (band.left + 3, band.left + 4 + width)
        guard isFirst ? right <= Double(self.width) : right <= band.right,
          taken.allSatisfy({ right <= $0.left || $0.right <= left })
        else { continue }
        taken.append((left, right))
        chosen.append(index)
      }
    }
    return chosen.sorted().map { bands[$0] }
  }

  /// The pixel rows of a channel's waveform, from its highest to its lowest sample in a pixel.
  func ink(_ pixel: Int, _ channel: Int) -> (top: Int, bottom: Int) {
    let space = Double(height - Self.labelHeight - Self.rulerHeight) / Double(peaks.channels)
    let middle = Double(Self.labelHeight) + space * (Double(channel) + 0.5)
    let index = 2 * (pixel * peaks.channels + channel)
    let low = Double(peaks.values[index]) / 32768
    let high = Double(peaks.values[index + 1]) / 32768
    // The second row is that of silence: a line without gaps.
    let top = Int((middle - high * space / 2).rounded(.down))
    let bottom = max(top, Int((middle - low * space / 2).rounded(.down)))
    return (min(max(top, 0), height - 1), min(bottom, height - 1))
  }

  /// Where times are written, and which.
  var ticks: [(x: Int, label: String)] {
    let perSecond = Double(peaks.sampleRate) / Double(peaks.samplesPerPixel)
    let steps: [Int64] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400]
    let step = (steps.first { Double($0) * perSecond >= 70 } ?? 864_000) * 1000
    var found: [(x: Int, label: String)] = []
    var time = (peaks.start.count + step - 1) / step * step
    while case let x = peaks.pixels(to: Milliseconds(time)), x < Double(width) {
      found.append((Int(x), Milliseconds(time).clock))
      time += step
    }
    return found
  }
}

extension WaveformPeaks {
  /// Returns peaks in which `count` pixels are one, as high as they are on average.
  ///
  /// The loudest samples of many seconds are alike all over a recording; their average shows where there is
  /// more sound and where less.
  package func averaged(by count: Int) -> WaveformPeaks {
    guard count > 1 else { return self }
    var result = self
    result.samplesPerPixel *= count
    result.values = stride(from: 0, to: length, by: count).flatMap { first in
      let pixels = first..<min(first + count, length)
      return (0..<2 * channels).map { place in
        let sum = pixels.reduce(0) { $0 + Int(values[2 * channels * $1 + place]) }
        return Int16(clamping: sum / pixels.count)
      }
    }
    return result
  }
}
