import type { ImportFormat } from '@footnote/contract/nouns/review/comments/imports.ts'
import { IMPORTS } from '@footnote/contract/shared/limits.ts'
import { bytesOf, isArchive, isNoText, textOfFile } from '../../../../lib/files/text-of-file.ts'

/** A file of comments that somebody chose. */
export interface ChosenFile {
  /** Differs for each choice, also of the same file. */
  readonly id: number
  readonly name: string
  readonly format: ImportFormat
  readonly content: string
}

const TOO_LARGE = `This file is larger than ${IMPORTS.bytes / 1_000_000} MB. Split it.`
const WORKBOOK = 'This is a workbook. Save it as CSV in your spreadsheet, then choose that file.'
const NO_TEXT = 'This file has no text. Choose markers or a table (CSV).'
const UNREAD = 'The browser could not read this file. Choose it again.'

let choices = 0

/** Reads a file of comments, and recognises its format. @returns a sentence when it cannot be one */
export async function readCommentFile(file: File): Promise<ChosenFile | string> {
  // Two bytes a character in UTF-16, which some programs write.
  if (file.size > 2 * IMPORTS.bytes + 2) return TOO_LARGE
  const bytes = await bytesOf(file)
  if (bytes === null) return UNREAD
  if (isArchive(bytes)) return WORKBOOK
  const content = textOfFile(bytes)
  if (isNoText(content)) return NO_TEXT
  if (new TextEncoder().encode(content).length > IMPORTS.bytes) return TOO_LARGE
  choices += 1
  return { id: choices, name: file.name, format: formatOf(file.name, content), content }
}

/** By its name, or by how it begins. */
function formatOf(name: string, content: string): ImportFormat {
  const ending = /\.(edl|csv|tsv|fcpxml|otio)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  if (ending !== '') return ENDINGS[ending] ?? 'csv'
  if (/^\s*(?:TITLE:|FCM:|\*\s?LOC:|\d{3}\s+\S+\s+\S+\s+C\s)/.test(content)) return 'edl'
  if (/^\s*</.test(content)) {
    if (content.includes('<Avid:StreamItems')) return 'avid'
    return /<fcpxml[\s>]/.test(content) ? 'fcpxml' : 'premiere'
  }
  if (/^\s*\{/.test(content)) return 'otio'
  return /^[\r\n]{0,9}[^\t\r\n]{0,200}\t\d\d:\d\d:\d\d[:;]\d\d\t/.test(content) ? 'avid' : 'csv'
}

const ENDINGS: Readonly<Record<string, ImportFormat>> = { edl: 'edl', fcpxml: 'fcpxml', otio: 'otio' }
