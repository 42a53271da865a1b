import Testing
import TilawaBase

@testable import TilawaExchange

struct PlaylistTests {
  private let list = Playlist([
    .init(
      location: "a b/it's & #1.flac", span: TimeSpan(Milliseconds(4200), Milliseconds(9050)), title: "1:1",
      creator: "R & S"),
    .init(
      location: "#x.flac", span: TimeSpan(Milliseconds(0), Milliseconds(1499)), title: "1:2", creator: nil),
    .init(location: "https://a.example/1%20b.mp3?x=1&y=2", span: nil, title: "1:3", creator: "R"),
    .init(location: "1:4.wav", span: nil, title: "1:4", creator: nil),
  ])

  @Test func writesM3U8() {
    #expect(
      list.text(.m3u8) == """
        #EXTM3U
        #EXTINF:5,R & S - 1:1
        #EXTVLCOPT:start-time=4.200
        #EXTVLCOPT:stop-time=9.050
        a b/it's & #1.flac
        #EXTINF:1,1:2
        #EXTVLCOPT:start-time=0.000
        #EXTVLCOPT:stop-time=1.499
        ./#x.flac
        #EXTINF:-1,R - 1:3
        https://a.example/1%20b.mp3?x=1&y=2
        #EXTINF:-1,1:4
        1:4.wav

        """)
  }

  @Test func writesXSPF() {
    let text = list.text(.xspf)
    for line in [
      "      <location>a%20b/it's%20&amp;%20%231.flac</location>\n      <title>1:1</title>\n"
        + "      <creator>R &amp; S</creator>\n      <duration>4850</duration>\n",
      "        <vlc:id>0</vlc:id>\n        <vlc:option>start-time=4.200</vlc:option>\n",
      "<location>%23x.flac</location>", "<location>https://a.example/1%20b.mp3?x=1&amp;y=2</location>",
      "<location>./1:4.wav</location>",
    ] {
      #expect(text.contains(line), "\(line)")
    }
    #expect(text.hasSuffix("    </track>\n  </trackList>\n</playlist>\n"))
  }

  @Test func writesFFConcat() {
    #expect(
      list.text(.ffconcat).hasPrefix(
        "ffconcat version 1.0\nfile 'a b/it'\\''s & #1.flac'\ninpoint 4.200\noutpoint 9.050\nfile '#x.flac'\n"
      ))
  }
}
