/// A file of each format that is read and not written, for the tests that break files. Tests that need a file
/// on the disk have their own.
let readOnlySeeds: [String: [String]] = [
  "json-rows": [
    """
    [{"surah":90,"ayah":1,"start":1.5,"end":3.25,"reciter":"Abdul Basit","verified":true},
     {"surah":90,"ayah":"90:2","start":3.25,"end":9,"joins":[4.5],"riwayah":"hafs","confidence":0.5}]
    """,
    """
    [{"verse_key":"90:1"},{"verse_key":"90:2"}]
    """,
  ],
  "qua-manifest": [
    """
    {"_meta":{"reciter":"example","name_en":"Example","name_ar":"unknown","riwayah":"hafs_an_asim","style":"murattal"},
     "1":"https://example.com/001.mp3","2":"https://example.com/002.mp3"}
    """
  ],
  "qua-dataset": [
    """
    {"surah":1,"ayah":1,"duration_ms":4850,"segments":[[1,4,0,4850]],"word_timestamps":[[1,0,800]],"source_url":"https://example.com/001.mp3","source_offset_ms":4200}
    {"surah":1,"ayah":2,"duration_ms":5250,"word_timestamps":[],"source_url":"https://example.com/001.mp3","source_offset_ms":9050}
    """
  ],
  "whisperx": [
    """
    {"surah_number":112,"whisperx_segments":[{"start":0.5,"end":9,"text":" a b","words":[
    {"word":"a","start":0.537,"end":0.998,"score":0.833},{"word":"b"}]}]}
    """
  ],
  "whisper": [
    """
    {"text":" a b","language":"ar","segments":[{"id":0,"seek":0,"start":4.2,"end":9.05,"text":" a b","avg_logprob":-0.2,"words":[
    {"word":" a","start":4.2,"end":5.0,"probability":0.93},{"word":" b"}]}]}
    """,
    """
    {"segments":[{"start":4.2,"end":9.05,"text":"a","score":-1.5}]}
    """,
  ],
  "whisper-cpp": [
    """
    {"transcription":[{"timestamps":{"from":"00:00:04,200","to":"00:00:09,050"},"offsets":{"from":4200,"to":9050},"text":" a"}]}
    """
  ],
  "mfa": [
    """
    {"start":0,"end":45,"tiers":{"words":{"type":"interval","entries":[[4.2,5.0,"a"],[5.0,5.9,"b"]]}}}
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
