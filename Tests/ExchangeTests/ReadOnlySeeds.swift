/// A file of each format that is read and not written, for the tests that break files; those that need a file on the disk
/// have their own.
let readOnlySeeds: [String: [String]] = [
  "whisperx": [
    """
    {"surah_number":112,"whisperx_segments":[{"start":0.5,"end":9,"text":" a b","words":[
    {"word":"a","start":0.537,"end":0.998,"score":0.833},{"word":"b"}]}]}
    """
  ],
  "taps": [
    """
    {"name":"page604","audio_file":"C:/x/112.mp3","audio_start_pos":0,"recording_duration":21657,
     "events":[{"time":6232,"word_id":2,"action":"show","page":"604"},{"time":6232,"word_id":1,"action":"show","page":"604"}]}
    """
  ],
  "qurancaption-project": [
    """
    {"detail":{"__className":"ProjectDetail","id":1,"name":"x","reciter":"Example"},"content":{"timeline":{"tracks":[
    {"type":"Subtitle","clips":[{"id":1,"type":"Silence","startTime":0,"endTime":400},
    {"id":2,"type":"Pre-defined Subtitle","predefinedSubtitleType":"Isti'adha","startTime":401,"endTime":4199},
    {"id":3,"type":"Subtitle","startTime":4200,"endTime":9049,"surah":1,"verse":1,"startWordIndex":0,"endWordIndex":3}]},
    {"type":"Audio","clips":[{"id":9}]}]},"assets":[{"type":"audio","filePath":"/a/b.mp3"}]},"projectEditorState":{}}
    """
  ],
]
