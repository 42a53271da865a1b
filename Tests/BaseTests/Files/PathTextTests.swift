import Testing
import TilawaBase

@Suite struct PathTextTests {
  @Test func joins() {
    #expect(PathText.joined("/a/b", "c") == "/a/b/c")
    #expect(PathText.joined("/a/b/", "./c//d/") == "/a/b/c/d")
    #expect(PathText.joined("/a", "/x") == "/x")
    #expect(PathText.joined("/a", "..") == "/a/..")
    #expect(PathText.joined(".", "c") == "c")
    #expect(PathText.joined("/", "c") == "/c")
  }

  @Test func takesApart() {
    #expect(PathText.name(of: "/a/friday.tilawa/") == "friday.tilawa")
    #expect(PathText.name(of: "/") == "/")
    #expect(PathText.folder(of: "/a/b") == "/a")
    #expect(PathText.folder(of: "/a") == "/")
    #expect(PathText.folder(of: "a") == ".")
    #expect(PathText.folder(of: "a/b/") == "a")
    #expect(PathText.fileExtension(of: "/x.y/New Recording.M4A") == "m4a")
    #expect(PathText.fileExtension(of: ".bashrc") == "")
    #expect(PathText.stem(of: "/x/New Recording 12.m4a") == "New Recording 12")
    #expect(PathText.stem(of: ".bashrc") == ".bashrc")
  }

  /// A combining mark behind a `/` or a dot, and twins of one name.
  @Test func takesApartByBytes() {
    let name = "\u{6D6}سورة.\u{301}mp3"
    #expect(PathText.name(of: "/a/" + name) == name)
    #expect(PathText.folder(of: "/a/" + name) == "/a")
    #expect(PathText.stem(of: "/a/" + name) == "\u{6D6}سورة")
    #expect(PathText.fileExtension(of: "/a/" + name).unicodeScalars.first == "\u{301}")
    #expect(PathText.joined("/a", name).utf8.count == name.utf8.count + 3)
    #expect(PathText.shown("/a/" + name, from: "/a") == name)
    #expect(!PathText.staysInside("/" + name))
    #expect(!PathText.staysInside("a/../../" + name))
    #expect(PathText.lies("/a/" + name, in: "/a"))
    #expect(!PathText.lies("/caf\u{E9}/b", in: "/cafe\u{301}"))
  }

  @Test func knowsWhatStaysInside() {
    for path in ["a", "a/b", "./a", "a/../b", "a/./../b"] { #expect(PathText.staysInside(path), "\(path)") }
    for path in ["", "/a", "..", "../a", "a/../../b", "a/../.."] {
      #expect(!PathText.staysInside(path), "\(path)")
    }
    #expect(PathText.lies("/a/b", in: "/a"))
    #expect(PathText.lies("/a", in: "/a"))
    #expect(PathText.lies("/a", in: "/"))
    #expect(!PathText.lies("/ab", in: "/a"))
  }
}
