import Foundation
import TilawaCore

// Prints what is wrong with the bundles that are named, or all those in folders. Ends with 1 where something is, 2 where nothing can be read.
var status: Int32 = 0
for path in CommandLine.arguments.dropFirst() {
  let url = URL(filePath: path)
  do {
    let isBundle = url.pathExtension == "tilawa"
    let bundles = isBundle ? [url] : try await RecitationLibrary(at: url, inspecting: nil).bundles()
    for bundle in bundles {
      for finding in try RecitationBundle(at: bundle, inspecting: nil).lint() {
        print(finding)
        status = max(status, finding.severity == .error ? 1 : 0)
      }
    }
  } catch {
    print(error.localizedDescription)
    status = 2
  }
}
exit(status)
