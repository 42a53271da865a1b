import Testing
import TilawaBase
import TilawaCLibraries
import TilawaTestSupport

@testable import TilawaSound

@Suite struct WaveformPictureTests {
  /// Ten seconds of a triangle, a pixel for every 10 ms.
  private var peaks: WaveformPeaks {
    get throws {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "a.wav")
      var writer = try AudioWriter(path: path, encoding: .wav, sampleRate: 8000, channels: 1)
      try writer.write((0..<80_000).map { Float($0 % 80) / 80 - 0.5 })
      try writer.finish()
      return try WaveformPeaks(ofFileAt: path, scale: .pixelsPerSecond(100))
    }
  }

  private func row(_ start: Int64, _ end: Int64, _ label: String, _ kind: PictureRow.Kind) throws
    -> PictureRow
  {
    PictureRow(try #require(TimeSpan(Milliseconds(start), Milliseconds(end))), label: label, kind: kind)
  }

  private func picture() throws -> WaveformPicture {
    let rows = [
      try row(5000, 5100, "2:2", .unverified), try row(1000, 5000, "2:1", .verified),
      try row(5100, 99_000, "<talk> & \u{1}more", .skip), try row(20_000, 30_000, "2:3", .verified),
    ]
    return try #require(WaveformPicture(try peaks, rows: rows, height: 100))
  }

  @Test func bandsLieWhereTheirStretchesAre() throws {
    let bands = try picture().bands
    #expect(bands.map(\.left) == [100, 500, 510])
    #expect(bands.map(\.right) == [500, 510, 1000], "cut off at the end; what lies behind it is none")
  }

  @Test func passagesKeepTheirFirstLabelAndNoneLieOverOthers() throws {
    var rows: [PictureRow] = []
    for index in 0..<40 {
      let start = Int64(index) * 200
      var row = try row(start, start + 200, "2:\(index + 1)", .verified)
      row.beginsPassage = [0, 20, 21].contains(index)
      rows.append(row)
    }
    let picture = try #require(WaveformPicture(try peaks, rows: rows, height: 100))
    let labelled = picture.labelled(picture.bands) { Double($0.count) * 8 }
    #expect(labelled.map(\.row.label) == ["2:1", "2:21"], "22 begins one, too, and would lie over 21")
  }

  @Test func inkFillsTheLaneBetweenLabelsAndTimes() throws {
    let picture = try picture()
    // 68 rows: from 16 to 83, silence at 50; the triangle goes half of it up and down.
    #expect(picture.ink(3, 0) == (33, 67))
    #expect(picture.ticks.map(\.label) == (0..<10).map { "0:0\($0)" })
    #expect(picture.ticks[2].x == 200)
  }

  @Test func svgHasBandsLabelsAndTimes() throws {
    let svg = try picture().svg
    #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1000\" height=\"100\" viewBox="))
    #expect(
      svg.contains(
        "<rect class=\"right-wash\" x=\"100.0\" width=\"400.0\" height=\"84\"><title>2:1 1.000-5.000</title></rect>"
      ))
    #expect(svg.contains("<rect class=\"right\" x=\"100.0\" width=\"400.0\" y=\"81\" height=\"3\"/>"))
    #expect(svg.contains("<rect class=\"sheet\" x=\"500.0\""), "what nobody has confirmed is plain")
    #expect(svg.contains("<text x=\"103.0\" y=\"12\">2:1</text>"))
    #expect(!svg.contains(">2:2</text>"), "its band is narrower than the label")
    #expect(svg.contains(">&lt;talk&gt; &amp;  more</text>"))
    #expect(svg.contains("<text x=\"203\" y=\"97\">0:02</text>"))
    if Python.canRun("import xml.dom.minidom") {
      let folder = try TemporaryFolder()
      let file = try folder.write(svg, to: "a.svg")
      let parsed = try Python.run(["-c", "import sys,xml.dom.minidom as x; x.parse(sys.argv[1])", file])
      #expect(parsed.status == 0)
    }
  }

  @Test func pngHoldsTheSamePicture() throws {
    let picture = try picture()
    let pixels = try decoded(try picture.png())
    #expect((pixels.width, pixels.height) == (1000, 100))
    func color(_ x: Int, _ y: Int) -> Int {
      pixels.bytes[(y * pixels.width + x) * 3..<(y * pixels.width + x) * 3 + 3].reduce(0) {
        $0 << 8 | Int($1)
      }
    }
    #expect(color(50, 1) == PictureColor.sheet.light)
    #expect(color(300, 1) == PictureColor.rightWash.light)
    #expect(color(300, 83) == PictureColor.right.light)
    #expect(color(505, 1) == PictureColor.sheet.light)
    #expect(color(999, 1) == PictureColor.hush.light)
    #expect(color(100, 20) == PictureColor.line.light)
    #expect(color(300, 40) == PictureColor.wave.light)
    #expect(color(300, 20) == PictureColor.rightWash.light)
    #expect(color(200, 85) == PictureColor.ink.light, "the tick of 0:02")
    #expect(!(0..<1000).contains { color($0, 5) == PictureColor.ink.light }, "no letters")
  }

  @Test func edgesOfHoursAreNoStripes() throws {
    var rows: [PictureRow] = []
    for index in 0..<300 {
      var row = try row(Int64(index) * 20, Int64(index + 1) * 20, "2:1", .unverified)
      row.beginsPassage = index == 3
      rows.append(row)
    }
    let edges = try #require(WaveformPicture(try peaks, rows: rows, height: 100)).edges
    #expect(edges.contains(6), "a passage begins there")
    #expect(edges == edges.sorted() && zip(edges, edges.dropFirst()).allSatisfy { $1 - $0 >= 8 })
    #expect(edges.count > 60)
  }

  @Test func pixelsOfMinutesAreAsHighAsTheirAverage() throws {
    var peaks = try peaks
    peaks.values = [-4, 4, -8, 8, 0, 6, -100, 100, 0, 2]
    peaks.samplesPerPixel = 10
    let averaged = peaks.averaged(by: 2)
    #expect(averaged.values == [-6, 6, -50, 53, 0, 2] && averaged.samplesPerPixel == 20)
    #expect(peaks.averaged(by: 1) == peaks)
    peaks.channels = 2
    peaks.values = [-4, 4, -40, 40, -8, 8, -80, 80]
    #expect(peaks.averaged(by: 2).values == [-6, 6, -60, 60])
  }

  @Test func sizesAreLimited() throws {
    var peaks = try peaks
    #expect(WaveformPicture(peaks, rows: [], height: 1)?.height == 64)
    peaks.values = []
    #expect(WaveformPicture(peaks, rows: [], height: 100) == nil)
    peaks.values = [Int16](repeating: 0, count: 2 * (WaveformPicture.maximumWidth + 1))
    #expect(WaveformPicture(peaks, rows: [], height: 100) == nil)
  }

  @Test func fullHeightAndTinyPicturesStayInside() throws {
    let values: [Int16] = [-32768, 32767, -32768, 32767]
    var peaks = try peaks
    peaks.values = values
    peaks.channels = 2
    let picture = try #require(WaveformPicture(peaks, rows: [], height: 64))
    #expect(picture.width == 1)
    #expect(picture.ink(0, 0).top == 16)
    #expect(picture.ink(0, 1).bottom == 48)
    let width = try decoded(try picture.png()).width
    #expect(width == 1)
    #expect(picture.svg.contains("<path class=\"wave\" stroke="))
  }

  private func decoded(_ png: [UInt8]) throws -> (width: Int, height: Int, bytes: [UInt8]) {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    #expect(png_image_begin_read_from_memory(&image, png, png.count) != 0)
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
    var bytes = [UInt8](repeating: 0, count: Int(image.width * image.height * 3))
    #expect(png_image_finish_read(&image, nil, &bytes, 0, nil) != 0)
    return (Int(image.width), Int(image.height), bytes)
  }
}
