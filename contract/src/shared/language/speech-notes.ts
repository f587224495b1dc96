/** Why a video has no transcript, or one that may be wrong: sentences of the server that lists of videos sum up. */
export const NO_SOUND = 'The video has no sound.'
export const NOT_ENGLISH =
  'This is not English as far as Footnote can hear. An admin can download a model for other languages under Company, Indexing.'
export const SPEECH_AGAIN = 'The speech is being transcribed again.'

const FAILED = ' failed on this video.'
const LATE = ' did not finish with this video. Footnote tries again by itself.'
/** @param engine its name for people */
export const failedNote = (engine: string): string => `${engine}${FAILED}`
/** The same for an engine that this machine gave too little time. @param engine its name for people */
export const lateNote = (engine: string): string => `${engine}${LATE}`

/** Whether people who may retry the video can have its speech transcribed again. */
export const hasSpeechFailed = ({ speech_note }: { readonly speech_note: string | null }): boolean =>
  speech_note?.endsWith(FAILED) ?? false

/** Whether there is speech that could not be transcribed, or not yet. */
export const lacksSpeech = (note: string | null): boolean => [FAILED, LATE].some((end) => note?.endsWith(end))

/** A note in two words. */
export function speechLabel(note: string): string {
  if (note === NO_SOUND) return 'No sound'
  if (note === NOT_ENGLISH) return 'Not English'
  return hasSpeechFailed({ speech_note: note }) ? 'Transcript failed' : 'No transcript'
}
