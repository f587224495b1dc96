/** One line of subtitle; times in seconds. */
export interface SubtitleCue {
  readonly start: number
  readonly end: number
  readonly text: string
  /** Who speaks, counted from 1, where that is known. */
  readonly speaker?: number
}

/** Shortest time (seconds) that a cue stays; a cue without length is not valid. */
const MIN_LENGTH = 0.001

/** A time as WebVTT writes it, '00:01:02.345'. */
export function formatVttTime(seconds: number): string {
  const milliseconds = Math.max(0, Math.round(seconds * 1000))
  const part = (value: number, digits: number) => String(Math.floor(value)).padStart(digits, '0')
  const hours = part(milliseconds / 3_600_000, 2)
  const minutes = part((milliseconds / 60_000) % 60, 2)
  return `${hours}:${minutes}:${part((milliseconds / 1000) % 60, 2)}.${part(milliseconds % 1000, 3)}`
}

/** Cue text with nothing in it that WebVTT reads as markup, as an arrow or as the end of the cue. */
function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .split(/\r\n|\r|\n|\0/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

/**
 * Writes cues as a WebVTT file (W3C WebVTT: The Web Video Text Tracks Format), in the order of their start.
 * Cues without text are left out.
 */
export function toWebVtt(cues: readonly SubtitleCue[]): string {
  const blocks = cues
    .map((cue) => ({ ...cue, text: escapeText(cue.text) }))
    .filter((cue) => cue.text !== '')
    .sort((one, other) => one.start - other.start || one.end - other.end)
    .map(({ start, end, text, speaker }) => {
      const times = `${formatVttTime(start)} --> ${formatVttTime(Math.max(end, start + MIN_LENGTH))}`
      return `${times}\n${speaker === undefined ? '' : `<v Speaker ${speaker}>`}${text}\n`
    })
  return ['WEBVTT\n', ...blocks].join('\n')
}
