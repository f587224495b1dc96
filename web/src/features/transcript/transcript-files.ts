import { formatMilliseconds, formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { toCues } from './cues.ts'
import type { Paragraph } from './paragraphs.ts'
import { joinWords, speakerName, type Words } from './words.ts'

export type FileKind = 'vtt' | 'srt' | 'txt'

const TYPES: Readonly<Record<FileKind, string>> = { vtt: 'text/vtt', srt: 'application/x-subrip', txt: 'text/plain' }

const escapeVtt = (line: string): string =>
  line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** SubRip knows no escapes: what would be read as markup or as an arrow is written with the quotation marks like it. */
const escapeSrt = (line: string): string => line.replaceAll('<', '‹').replaceAll('>', '›').replaceAll('{\\', '{ \\')

/** The tag that says who speaks. */
const voice = (speaker: number | undefined): string => (speaker === undefined ? '' : `<v ${speakerName(speaker)}>`)

/** W3C WebVTT: The Web Video Text Tracks Format. */
const toVtt = (words: Words): string =>
  [
    'WEBVTT\n',
    ...toCues(words).map(
      ({ start, end, lines, speaker }) =>
        `${formatMilliseconds(start)} --> ${formatMilliseconds(end)}\n${voice(speaker)}${lines.map(escapeVtt).join('\n')}\n`,
    ),
  ].join('\n')

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
  const texts = { vtt: () => toVtt(words), srt: () => toSrt(words), txt: () => toTxt(words, paragraphs) }
  return new Blob([texts[kind]()], { type: `${TYPES[kind]};charset=utf-8` })
}
