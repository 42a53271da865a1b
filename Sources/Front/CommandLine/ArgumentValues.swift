public import ArgumentParser
public import TilawaFormat
package import TilawaKit
package import TilawaLibrary
public import TilawaSound

// Types of other rooms whose cases options take by their names.

extension RecordingOrder: ExpressibleByArgument {}
extension Coverage.Grouping: ExpressibleByArgument {}
extension Recording.Status: ExpressibleByArgument {}
extension MissingAyat: ExpressibleByArgument {}
extension AudioEncoding: ExpressibleByArgument {}
extension RenderedFile.ChapterForm: ExpressibleByArgument {}
extension GuideExport.Form: ExpressibleByArgument {}
