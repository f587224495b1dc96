import { constants } from 'node:os'

/**
 * Every media failure: a stable code and its sentence for people. Sentences name the cause and, if possible, what to
 * do; none contains a path, a program's name or its output.
 */
const SENTENCES = {
  media_empty: 'The file is empty.',
  media_unsupported: 'This kind of video is not supported.',
  media_no_picture: 'The file has no picture.',
  media_incomplete: 'The file is incomplete: its index is missing. Upload another copy of it.',
  media_damaged: 'The file is damaged. Upload another copy of it.',
  media_protected: 'The video is copy protected and cannot be read.',
  media_dolby_vision:
    'The colours of this video are Dolby Vision profile 5, which cannot be shown here. Export it as HDR10, HLG or standard range.',
  media_too_large: 'The picture is too large: at most 8192 by 8192 pixels are supported.',
  media_too_heavy: 'The video needs more memory or room than one video may use.',
  media_stalled: 'Reading the video stopped making progress.',
  media_timeout: 'The video took too long to process.',
  media_no_room: 'There is no room left to process the video.',
  media_tools_missing: 'The server has no working ffmpeg.',
  media_killed: 'The server ended the work on this video before it was done, perhaps because memory was short.',
  media_failed: 'The video could not be processed.',
} as const

/** Stable code of a media failure. */
export type MediaErrorCode = keyof typeof SENTENCES

/** Failures that a retry cannot fix, because the file itself is their cause. */
const CAUSED_BY_FILE: ReadonlySet<MediaErrorCode> = new Set<MediaErrorCode>([
  'media_empty',
  'media_unsupported',
  'media_no_picture',
  'media_incomplete',
  'media_damaged',
  'media_protected',
  'media_dolby_vision',
  'media_too_large',
  'media_too_heavy',
])

/** Failures that say nothing of the file: another run may succeed. */
const CAUSED_BY_MACHINE: ReadonlySet<MediaErrorCode> = new Set<MediaErrorCode>([
  'media_killed',
  'media_no_room',
  'media_tools_missing',
])

const SENTENCES_OF_FILES: ReadonlySet<string> = new Set([...CAUSED_BY_FILE].map((code) => SENTENCES[code]))

/** Whether a failure with this sentence is one that the file itself causes, so that a retry cannot help. */
export const isCausedByFile = (sentence: string): boolean => SENTENCES_OF_FILES.has(sentence)

/** A failure of a media operation. `message` may be shown to anyone; `detail` is for the log only. */
export class MediaError extends Error {
  override readonly name = 'MediaError'
  readonly code: MediaErrorCode
  /** True when the file is at fault, so that a retry cannot help. */
  readonly caused_by_file: boolean
  /** True when the machine is at fault, so that another run may succeed. */
  readonly caused_by_machine: boolean
  /** True when another program killed it. */
  readonly killed: boolean
  /** The program's last lines, for the log only; never shown. */
  readonly detail: string

  constructor(code: MediaErrorCode, detail = '') {
    super(SENTENCES[code])
    this.code = code
    this.caused_by_file = CAUSED_BY_FILE.has(code)
    this.caused_by_machine = CAUSED_BY_MACHINE.has(code)
    this.killed = code === 'media_killed'
    this.detail = detail
  }
}

/** Messages of ffmpeg 4.4 to 7 (libavformat/utils.c, mov.c, fftools) and their meaning. The first match counts. */
const PROGRAM_MESSAGES: readonly [RegExp, MediaErrorCode][] = [
  [/No space left on device|Disk quota exceeded/, 'media_no_room'],
  [/moov atom not found/, 'media_incomplete'],
  [
    /Not yet implemented in FFmpeg|not on whitelist|Unknown input format|Unknown decoder|no decoder found|Decoding requested, but no/i,
    'media_unsupported',
  ],
  [/Cannot allocate memory|File too large|std::bad_alloc/, 'media_too_heavy'],
  [/matches no streams|does not contain any stream/, 'media_no_picture'],
  [
    /Invalid data found|Cannot determine format|Error while decoding|Conversion failed|Nothing was written|Corrupt extradata|End of file|Error (opening|initializing)/,
    'media_damaged',
  ],
]

/** Signals with which others end a program, as Linux does when memory is short. */
const KILLS: readonly (number | undefined)[] = [
  constants.signals.SIGKILL,
  constants.signals.SIGTERM,
  constants.signals.SIGINT,
  constants.signals.SIGHUP,
]

/** Signals of a program that crashed on its input. */
const CRASHES: readonly (number | undefined)[] = [
  constants.signals.SIGSEGV,
  constants.signals.SIGABRT,
  constants.signals.SIGFPE,
]

/**
 * Names the cause of a program's failure.
 * @param stderr its last lines
 * @param status its exit status; above 128 it is a signal, as shells and bubblewrap report it
 * @param signal that ended it, if one did
 */
export function explainFailure(stderr: string, status: number | null, signal: NodeJS.Signals | null): MediaError {
  const number = signal ? constants.signals[signal] : (status ?? 0) - 128
  if (number === constants.signals.SIGXFSZ) return new MediaError('media_too_heavy', stderr)
  if (CRASHES.includes(number)) return new MediaError('media_damaged', stderr)
  // ffmpeg reacts to every signal except SIGKILL with a message and an orderly end.
  if (KILLS.includes(number) || /Exiting normally, received signal/.test(stderr))
    return new MediaError('media_killed', stderr)
  const known = PROGRAM_MESSAGES.find(([pattern]) => pattern.test(stderr))
  return new MediaError(known ? known[1] : 'media_failed', stderr)
}
