import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { bytesOf, isArchive, isNoText, textOfFile } from '../../../../lib/files/text-of-file.ts'

const TOO_LARGE = `A subtitle file can have ${TRANSCRIPT.subtitles.toLocaleString('en')} characters. This one has more.`
const OTHER_KIND =
  'This is not an SRT or WebVTT file. Save the subtitles in one of these formats, then choose that file.'
const NO_TEXT = 'This file has no text. Choose an SRT or WebVTT file.'
const UNREAD = 'The browser could not read this file. Choose it again.'

/** Most bytes of a character, as `TRANSCRIPT.subtitles` counts them, in UTF-8 and UTF-16. */
const BYTES = 3
/** Bytes of the mark before a text. */
const MARK = 3

/** Every cue of both formats has an arrow between its times; a file of WebVTT may have no cue. */
const isSubtitles = (text: string): boolean => text.startsWith('WEBVTT') || text.includes('-->')

/** Reads a subtitle file. @returns its text, or a sentence when it cannot be one */
export async function readSubtitles(file: File): Promise<{ readonly text: string } | string> {
  if (file.size > BYTES * TRANSCRIPT.subtitles + MARK) return TOO_LARGE
  const bytes = await bytesOf(file)
  if (bytes === null) return UNREAD
  if (isArchive(bytes)) return OTHER_KIND
  const text = textOfFile(bytes)
  if (isNoText(text)) return NO_TEXT
  if (text.length > TRANSCRIPT.subtitles) return TOO_LARGE
  return isSubtitles(text) ? { text } : OTHER_KIND
}
