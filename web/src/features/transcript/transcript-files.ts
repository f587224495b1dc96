import { joinWords, speakerName, type Words } from '@footnote/contract/shared/spoken-words.ts'
import { toCues, toWebVtt } from '@footnote/contract/shared/subtitles.ts'
import { formatMilliseconds, formatTimecode } from '@footnote/contract/shared/timecode.ts'
import type { Paragraph } from './paragraphs.ts'

export type FileKind = 'vtt' | 'srt' | 'txt'

const TYPES: Readonly<Record<FileKind, string>> = { vtt: 'text/vtt', srt: 'application/x-subrip', txt: 'text/plain' }

/** SubRip knows no escapes: what would be read as markup or as an arrow is written with the quotation marks like it. */
const escapeSrt = (line: string): string => line.replaceAll('<', '‹').replaceAll('>', '›').replaceAll('{\\', '{ \\')

/** SubRip: numbered cues, a comma before the milliseconds, lines that end as on Windows. */
const toSrt = (words: Words): string =>
  toCues(words)
    .map(({ start, end, lines }, place) => {
      const times = [start, end].map((time) => formatMilliseconds(time).replace('.', ','))
      return `${[place + 1, times.join(' --> '), ...lines.map(escapeSrt)].join('\r\n')}\r\n`
    })
    .join('\r\n')

/** A transcript to be read: each paragraph with the time at which it starts. */
export const toTxt = (words: Words, paragraphs: readonly Paragraph[]): string =>
  paragraphs
    .map(({ from, to, start }) => {
      const said = words.slice(from, to).map(({ word }) => word)
      const speaker = words[from]?.speaker
      const who = speaker === undefined ? '' : `${speakerName(speaker)}: `
      return `[${formatTimecode(start)}] ${who}${joinWords(said)}\n`
    })
    .join('\n')

/** What a video's transcript is called as a file. @param file_name the video's own */
export const transcriptName = (file_name: string, kind: FileKind): string =>
  `${file_name.replace(/\.[^.]+$/, '') || 'transcript'}.${kind}`

/** A transcript as a file. @param words in the order in which they are said @param paragraphs of these words */
export function transcriptFile(kind: FileKind, words: Words, paragraphs: readonly Paragraph[]): Blob {
  const texts = { vtt: () => toWebVtt(words), srt: () => toSrt(words), txt: () => toTxt(words, paragraphs) }
  return new Blob([texts[kind]()], { type: `${TYPES[kind]};charset=utf-8` })
}
