import {
  type CommentRange,
  type FrameTiming,
  frameAt,
  frameStart,
  lastFrame,
} from '@footnote/contract/shared/frames.ts'
import { isolated } from '@footnote/contract/shared/language/direction.ts'
import {
  joinWords,
  type SpeakerNames,
  speakerName,
  type Words,
} from '@footnote/contract/shared/language/spoken-words.ts'
import type { Timecode } from '@footnote/contract/shared/smpte.ts'
import { formatMilliseconds, formatPosition } from '@footnote/contract/shared/timecode.ts'

/** Words of a transcript to comment on. */
export interface Quote extends CommentRange {
  readonly text: string
}

interface QuoteSource {
  readonly words: Words
  readonly speakers: SpeakerNames
  readonly timing: FrameTiming | null
}

/** The seconds of words, from the first to the last. */
const secondsOf = (words: Words) => ({
  start: words[0]?.start ?? 0,
  end: words.reduce((most, { end }) => Math.max(most, end), 0),
})

/** The starts of the first and the last frame during which words are said. */
export function rangeOf({ words, timing }: Pick<QuoteSource, 'words' | 'timing'>): CommentRange {
  const { start, end } = secondsOf(words)
  if (!timing) return { start_time: start, end_time_inclusive: end }
  const first = frameAt(timing, start)
  return {
    start_time: frameStart(timing, first),
    end_time_inclusive: frameStart(timing, Math.max(first, lastFrame({ ...timing }, end))),
  }
}

/** Words between quotation marks; where several people speak, each with their name. */
export function quoted({ words, speakers }: Pick<QuoteSource, 'words' | 'speakers'>): string {
  const turns: { speaker: number | undefined; said: string[] }[] = []
  for (const { word, speaker } of words) {
    const last = turns.at(-1)
    if (last && last.speaker === speaker) last.said.push(word)
    else turns.push({ speaker, said: [word] })
  }
  const several = turns.length > 1
  const text = turns.map(({ speaker, said }) => {
    const who = several && speaker !== undefined ? `${speakerName(speaker, speakers)}: ` : ''
    return `${who}${joinWords(said)}`
  })
  return `“${text.join(' ')}”`
}

/**
 * A quote for a letter: the words, who says them, the video, its version, the timecode, and a link to that moment.
 * @param page address of the review page
 */
export function citation(
  { words, speakers, timing }: QuoteSource,
  { file_name, version, timecode }: { file_name: string; version: number; timecode: Timecode | null },
  page: string,
): string {
  const { start_time } = rangeOf({ words, timing })
  const one = words[0]?.speaker
  const who = one !== undefined && words.every(({ speaker }) => speaker === one) ? [speakerName(one, speakers)] : []
  const title = `${file_name.replace(/\.[^.]+$/, '') || file_name} v${version}`
  const at = timing
    ? formatPosition(frameAt(timing, start_time), timing, 'smpte', timecode)
    : formatMilliseconds(start_time)
  return [
    `${isolated(quoted({ words, speakers }))}${who.length > 0 ? ' ' : ''}${who.map(isolated).join('')}`,
    isolated(title),
    at,
    `${page}?t=${Number(start_time.toFixed(3))}`,
  ].join(', ')
}
