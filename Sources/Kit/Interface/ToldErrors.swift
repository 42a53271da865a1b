import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaRecognition

extension ExchangeFailure: ToldError {
  package var told: TilawaError {
    switch remedy {
    case .formatToRead, .formatToWrite, .anyFormatToWrite: TilawaError(.unknownFormat, "\(self)")
    default: TilawaError(.unusable, "\(self)", at: place?.path)
    }
  }
}

extension MarkRefusal: ToldError {
  package var told: TilawaError { TilawaError(.refused, reason) }

  private var reason: String {
    switch self {
    case .misfit(.silent): "nothing is heard"
    case .misfit(.noWay): "there is no room for the passage"
    case .misfit(.otherTempo(let tempo)):
      "the recording is too \(tempo < 1 ? "short" : "long") for the passage"
    case .misfit(.otherSounds): "what is heard doesn't sound like the passage"
    case .unknownPassage: "nothing tells which passage is recited"
    case .handMade(let markers):
      "\(counted(markers.count, "marker")) that no tool made would go; confirm them, or allow replacing them"
    case .unsegmentable: "the markers can't become segments"
    }
  }
}
