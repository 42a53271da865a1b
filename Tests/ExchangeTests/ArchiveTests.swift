import Foundation
import Testing
import TilawaExchange

/// Sets that come in zip archives.
struct ArchiveTests {
  /// `set/112.txt` and `set/114.txt`, deflated, with what macOS adds; the second one has too few lines.
  private let set = """
    UEsDBBQAAAAIAAAAIVDEn/VLEgAAABsAAAALAAAAc2V0LzExMi50eHQzMTAw4DIDEZYgwtAITJqCSABQSwMEFAAAAAgAAAAh\
    UGtyFtwJAAAADwAAAAsAAABzZXQvMTE0LnR4dDM1MDDgMoUTAFBLAwQUAAAACAAAACFQAAAAAAIAAAAAAAAACgAAAF9fTUFD\
    T1NYL3gDAFBLAQIUAxQAAAAIAAAAIVDEn/VLEgAAABsAAAALAAAAAAAAAAAAAACAAQAAAABzZXQvMTEyLnR4dFBLAQIUAxQA\
    AAAIAAAAIVBrchbcCQAAAA8AAAALAAAAAAAAAAAAAACAATsAAABzZXQvMTE0LnR4dFBLAQIUAxQAAAAIAAAAIVAAAAAAAgAA\
    AAAAAAAKAAAAAAAAAAAAAACAAW0AAABfX01BQ09TWC94UEsFBgAAAAADAAMAqgAAAJcAAAAAAA==
    """
  /// `timings.sql`, stored.
  private let single = """
    UEsDBBQAAAAAAAAAIVAHLqpKZQAAAGUAAAALAAAAdGltaW5ncy5zcWxJTlNFUlQgSU5UTyB0aW1pbmdzIFZBTFVFUygxMDgs\
    MSwxMDAsTlVMTCksKDEwOCwyLDUwMDAsTlVMTCksKDEwOCwzLDkwMDAsTlVMTCksKDEwOCw5OTksMTUwMDAsTlVMTCk7ClBL\
    AQIUAxQAAAAAAAAAIVAHLqpKZQAAAGUAAAALAAAAAAAAAAAAAACAAQAAAAB0aW1pbmdzLnNxbFBLBQYAAAAAAQABADkAAACO\
    AAAAAAA=
    """

  @Test func filesOfAnArchiveAreReadTogether() throws {
    let bytes = Array(try #require(Data(base64Encoded: set)))
    let found = try read(bytes)
    #expect(found.rows.first == "112:1 4.000-6.000")
    #expect(found.rows.count == 4)
    #expect(found.codes == ["X101", "X301"])
  }

  @Test func theOnlyFileOfAnArchiveIsRead() throws {
    let bytes = Array(try #require(Data(base64Encoded: single)))
    let source = try ForeignSource(path: "/x/timings.sql.zip", shownAs: "timings.sql.zip", bytes: bytes)
      .unpacked()
    #expect(source.shownPath == "timings.sql.zip/timings.sql")
    #expect(try ForeignFormat.detected(source).name == "gapless-sql")
  }

  /// Every byte changed in turn: no crash, and nothing but the right text or a complaint.
  @Test func damagedArchivesAreRefused() throws {
    for text in [set, single] {
      let bytes = Array(try #require(Data(base64Encoded: text)))
      for index in bytes.indices {
        for value: UInt8 in [0, 0xFF, bytes[index] ^ 1] {
          var changed = bytes
          changed[index] = value
          _ = try? read(changed, as: "timing-text")
          _ = try? ForeignSource(shownAs: "x", bytes: changed).unpacked()
        }
        _ = try? read(Array(bytes[..<index]), as: "timing-text")
      }
    }
  }
}
