import { isRightToLeft } from '@footnote/contract/shared/language/direction.ts'
import {
  joinWords,
  type SpeakerNames,
  speakerName,
  type Words,
} from '@footnote/contract/shared/language/spoken-words.ts'
import { toCues, toWebVtt } from '@footnote/contract/shared/language/subtitles.ts'
import { formatMilliseconds, formatTimecode } from '@footnote/contract/shared/timecode.ts'
import type { Paragraph } from './paragraphs.ts'

export type FileKind = 'vtt' | 'srt' | 'txt'

const TYPES: Readonly<Record<FileKind, string>> = { vtt: 'text/vtt', srt: 'application/x-subrip', txt: 'text/plain' }

/** SubRip has no escapes, so characters that would be markup or an arrow become similar quotation marks. */
const escapeSrt = (line: string): string => line.replaceAll('<', '‹').replaceAll('>', '›').replaceAll('{\\', '{ \\')

/**
 * SubRip: numbered cues, a comma before the milliseconds, Windows line ends. It has no voices. As in subtitles for the
 * hard of hearing, a name precedes the first words of a turn.
 */
const toSrt = (words: Words, names: SpeakerNames): string =>
  toCues(
    words.map((word) => ({ ...word, word: escapeSrt(word.word) })),
    (speaker) => escapeSrt(speakerName(speaker, names)),
  )
    .map(({ start, end, lines }, place) => {
      const times = [start, end].map((time) => formatMilliseconds(time).replace('.', ','))
      return `${[place + 1, times.join(' --> '), ...lines].join('\r\n')}\r\n`
    })
    .join('\r\n')

/** The name of a speaker before words. It has a line of its own where their directions differ, as in a subtitle. */
const beginTurn = (name: string, words: string): string[] =>
  isRightToLeft(name) === isRightToLeft(words) ? [`${name}: ${words}`] : [`${name}:`, words]

/** A transcript for reading: each paragraph with its start time, without those that may be wrong. */
export const toTxt = (words: Words, paragraphs: readonly Paragraph[], names: SpeakerNames): string =>
  paragraphs
    .filter(({ from }) => !words[from]?.unsure)
    .map(({ from, to, start }) => {
      const said = words.slice(from, to).map(({ word }) => word)
      const speaker = words[from]?.speaker
      const text = joinWords(said)
      const lines = speaker === undefined ? [text] : beginTurn(speakerName(speaker, names), text)
      return `[${formatTimecode(start)}] ${lines.join('\n')}\n`
    })
    .join('\n')

/** File name of a video's transcript. @param file_name the video's own */
export const transcriptName = (file_name: string, kind: FileKind): string =>
  `${file_name.replace(/\.[^.]+$/, '') || 'transcript'}.${kind}`

/** A transcript as a file. @param words in the order in which people said them @param paragraphs of these words */
export function transcriptFile(
  kind: FileKind,
  words: Words,
  paragraphs: readonly Paragraph[],
  names: SpeakerNames,
): Blob {
  const texts = {
    vtt: () => toWebVtt(words, names),
    srt: () => toSrt(words, names),
    txt: () => toTxt(words, paragraphs, names),
  }
  return new Blob([texts[kind]()], { type: `${TYPES[kind]};charset=utf-8` })
}
