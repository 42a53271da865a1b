import Testing
import TilawaBase
import TilawaKit
import TilawaTestSupport

@Suite struct GitSettingsTests {
  @Test func aProgramsPathIsQuoted() throws {
    let repository = try ScratchRepository(["x": "x\n"])
    // It writes down what it is given.
    let program = try repository.folder.write(
      "#!/bin/sh\nprintf '<%s>' \"$@\" >> '\(repository.folder.path)/given'\n",
      to: "it's 100% \"my\" $HOME/tilawa")
    try repository.shell("chmod +x it*/tilawa")
    var values: [String: String] = [:]
    for (name, value) in GitSettings.values(program: program) { values[name] = value }
    // As git puts things into the line of a merge driver.
    let driver = try #require(values["merge.tilawa.driver"]).replacing("%%", with: "\u{0}")
      .replacing("%P", with: "'-x y.tilawa/segments.yaml'").replacing("%O", with: ".merge_1")
      .replacing("\u{0}", with: "%")
    try repository.folder.write(driver, to: "driver.sh")
    try repository.shell("sh driver.sh")
    #expect(
      try repository.folder.text(of: "given")
        == "<git><merge-driver><--base=.merge_1><--ours=%A><--theirs=%B><--marker-size=%L><--path=-x y.tilawa/segments.yaml>"
        + "<--base-label=%S><--ours-label=%X><--theirs-label=%Y>")
    for (tool, given) in [
      ("mergetool", "<merge><--force><--output=-m><--><-b><-l><-r>"), ("difftool", "<diff><./-l><./-r>"),
    ] {
      try repository.shell("rm given")
      try repository.folder.write(try #require(values["\(tool).tilawa.cmd"]), to: "tool.sh")
      try repository.shell("BASE=-b LOCAL=-l REMOTE=-r MERGED=-m sh tool.sh")
      #expect(try repository.folder.text(of: "given") == given)
    }
  }
}
