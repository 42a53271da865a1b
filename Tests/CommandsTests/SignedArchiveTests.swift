import Foundation
import Testing
import TilawaBase
import TilawaPrograms
import TilawaTestSupport

/// `pack --sign` and `unpack --allowed-signers`, with keys made for each test.
@Suite(.enabled(if: ChildProgram(named: "ssh-keygen", searchPath: "/usr/bin:/bin:/usr/local/bin") != nil))
struct SignedArchiveTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": "tilawa: 1\nid: a\nriwayah: hafs\n",
      "a.tilawa/segments.yaml": "tilawa: 1\nsegments:\n  - { ayah: \"1:1\", start: 0.000, end: 4.000 }\n",
    ])
    for name in ["mine", "other"] {
      _ = try BuiltProgram.shell("ssh-keygen -q -t ed25519 -N '' -C \(name) -f \(name)", in: folder.path)
    }
    try folder.write("amina@example.org " + folder.text(of: "mine.pub"), to: "allowed")
  }

  private func tilawa(_ arguments: String...) -> String {
    transcript(arguments, in: folder.path, environment: ["PATH": "/usr/bin:/bin:/usr/local/bin"])
  }

  @Test func anArchiveIsSignedAndItsSignerNamed() throws {
    let said = tilawa("pack", "a.tilawa", "--sign", "mine")
    #expect(said.hasPrefix("a.tilawa.zip\na.tilawa.zip.sig\n"), "\(said)")
    let came = tilawa("unpack", "a.tilawa.zip", "--into", "came", "--allowed-signers", "allowed")
    #expect(came.contains("a.tilawa.zip is signed by amina@example.org (SHA256:"), "\(came)")
    #expect(!came.contains("[exit"))
    // ssh-keygen itself agrees.
    let checked = try BuiltProgram.shell(
      "ssh-keygen -Y verify -f allowed -I amina@example.org -n tilawa -s a.tilawa.zip.sig < a.tilawa.zip",
      in: folder.path)
    #expect(checked.hasPrefix("Good \"tilawa\" signature for amina@example.org"), "\(checked)")
  }

  @Test func whatIsNotSignedByAnyoneAllowedIsRefused() throws {
    _ = tilawa("pack", "a.tilawa")
    let refused = { (words: String) in
      let said = tilawa("unpack", "a.tilawa.zip", "--into", "came", "--allowed-signers", "allowed")
      #expect(said.contains(words) && said.hasSuffix("[exit 2]\n"), "\(said)")
      #expect((try? FileStatus.ifAny(folder.path(of: "came"))) == nil)
    }
    refused("a.tilawa.zip is not signed: no such file: a.tilawa.zip.sig")
    _ = tilawa("pack", "a.tilawa", "--force", "--sign", "other")
    refused("which is not in allowed")
    _ = tilawa("pack", "a.tilawa", "--force", "--sign", "mine")
    try folder.write("tilawa: 1\nid: b\n", to: "a.tilawa/recording.yaml")
    #expect(
      tilawa("pack", "a.tilawa", "--force").contains(
        "a.tilawa.zip.sig signs the previous archive; use --sign to sign this one"))
    refused("a.tilawa.zip was changed after it was signed")
    #expect(
      tilawa("unpack", "a.tilawa.zip", "--allowed-signers", "nobody").contains(
        "cannot read nobody: no such file"))
    #expect(tilawa("unpack", "a.tilawa.zip", "--signature", "x").contains("needs --allowed-signers"))
  }

  @Test func tellsWhyItCannotSign() throws {
    let said = tilawa("pack", "a.tilawa", "--sign", "none")
    #expect(said.contains("cannot read none: no such file") && said.hasSuffix("[exit 2]\n"), "\(said)")
    #expect(
      tilawa("pack", "a.tilawa", "--force", "--sign", "allowed").contains(
        "a.tilawa.zip was written but not signed: allowed is not an SSH key"))
    #expect(tilawa("pack", "a.tilawa", "-o", "-", "--sign", "mine").contains("--sign writes a second file"))
  }

  @Test func aSignatureNeedNotLieBesideIt() throws {
    _ = tilawa("pack", "a.tilawa", "--sign", "mine", "-o", "x.zip")
    try FileTransfer.move(folder.path(of: "x.zip.sig"), to: folder.path(of: "elsewhere"))
    #expect(
      tilawa("unpack", "x.zip", "--into", "came", "--allowed-signers", "allowed", "--signature", "elsewhere")
        .contains("is signed by amina@example.org"))
    #expect(
      tilawa("unpack", "-", "--into", "came", "--allowed-signers", "allowed").contains(
        "has no signature file"))
  }

  @Test func aBagIsWrittenAndSigned() throws {
    let said = tilawa("pack", "a.tilawa", "--bagit", "--sign", "mine")
    #expect(said.hasPrefix("a.bag\na.bag/tagmanifest-sha256.txt.sig\n"), "\(said)")
    #expect(
      tilawa("pack", "a.tilawa", "--bagit").contains(
        "cannot create a.bag: it already exists; name a new folder"))
    #expect(
      tilawa("unpack", "a.bag", "--into", "came", "--allowed-signers", "allowed").contains(
        "a.bag is signed by amina@example.org"))
    #expect(tilawa("unpack", "a.tilawa").contains("is a folder but not a BagIt bag"))
    #expect(tilawa("pack", "a.tilawa", "--bagit", "-o", "-").contains("--bagit writes a folder"))
  }
}
