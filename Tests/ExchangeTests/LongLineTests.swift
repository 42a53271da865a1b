import Foundation
import Testing
import TilawaBase
import TilawaExchange

/// One line without end costs as much more as it is longer: four times for four times.
struct LongLineTests {
  /// The text before and after the long text, for each format that is text.
  private static let frames: [String: (String, String)] = [
    "ass": ("[Script Info]\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,", "\n"),
    "ttml": ("<tt><body><div><p begin='1s' end='2s'>", "</p></div></body></tt>"),
    "srt": ("1\n00:00:01,000 --> 00:00:02,000\n", "\n"), "vtt": ("WEBVTT\n\n00:01.000 --> 00:02.000\n", "\n"),
    "sbv": ("0:00:01.000,0:00:02.000\n", "\n"), "lrc": ("[00:01.00]", "\n[00:02.00]\n"),
    "audacity": ("1.0\t2.0\t", "\n"), "csv": ("label,start,end\n", ",1.0,2.0\n"),
    "tsv": ("label\tstart\tend\n", "\t1.0\t2.0\n"),
    "json-rows": ("[{\"start\":1,\"end\":2,\"label\":\"", "\"}]"),
    "jsonl": ("{\"type\":\"marker\",\"at\":1,\"note\":\"", "\"}\n"),
    "cue": ("FILE \"a.wav\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nTITLE \"", "\"\n"),
    "ffmetadata": (";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=9\ntitle=", "\n"),
    "m3u8": ("#EXTM3U\n#EXTINF:5,", "\na.flac\n"), "youtube": ("0:00 ", "\n0:05 1:2\n"),
    "ogm-chapters": ("CHAPTER01=00:00:01.000\nCHAPTER01NAME=", "\n"), "ctm": ("a 1 1.0 0.5 ", "\n"),
    "rttm": ("SPEAKER a 1 1.0 0.5 <NA> <NA> ", " <NA> <NA>\n"),
    "otranscribe": ("{\"text\":\"<span class='timestamp' data-timestamp='1'></span>", "\",\"media-time\":0}"),
    "edl": ("# mpv EDL v0\na.flac,1,2,title=", "\n"),
  ]
  private static let fillings = [
    "word and ", "<", "{\\k1}a", "--", " -- ", "&", "[00:01.00]", "<00:01.50>a ", "\u{64B}",
  ]

  /// Seconds of the processor, the least of several tries: others use it, too.
  private static func cost(_ text: String, as name: String, tries: Int) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let bytes = Array(text.utf8)
    return (0..<tries).map { _ in
      let start = now()
      // What is no such file costs no more.
      _ = try? read(bytes, as: name, duration: 10_000)
      return now() - start
    }.min() ?? 0
  }

  @Test(arguments: frames.keys.sorted()) func longLinesCostAsMuchAsTheyAreLong(_ name: String) throws {
    let (head, tail) = try #require(Self.frames[name])
    for filling in Self.fillings {
      func text(_ count: Int) -> String {
        head + String(repeating: filling, count: count / filling.utf8.count) + tail
      }
      var ratio = 0.0
      // A square would be sixteen times as much; chance makes it so once, and not three times.
      for tries in 1...3 {
        let short = Self.cost(text(8000), as: name, tries: tries)
        ratio = Self.cost(text(32_000), as: name, tries: tries) / max(short, 0.0005)
        if ratio < 9 { break }
      }
      #expect(ratio < 9, "\(name), \(filling)")
    }
  }
}
