import Exchange
import QuranIndex
import Testing

struct LabelTextTests {
  @Test func readsWhatOthersWrite() {
    for (label, meant) in [
      ("2:255", "2:255"), ("2.255", "2:255"), ("2/255", "2:255"), ("002255", "2:255"), ("S002A255", "2:255"),
    ] {
      #expect(LabelText(label)?.ayah?.description == meant, "\(label)")
    }
  }
}
