import type { ImportFormat } from '@footnote/contract/nouns/comments/imports.ts'
import { IMPORTS } from '@footnote/contract/shared/limits.ts'

/** A file of comments that somebody chose. */
export interface ChosenFile {
  /** Differs for each choice, also of the same file. */
  readonly id: number
  readonly name: string
  readonly format: ImportFormat
  readonly content: string
}

const TOO_LARGE = `This file is larger than ${IMPORTS.bytes / 1_000_000} MB. Divide it.`
const WORKBOOK = 'This is a workbook. Save it as CSV in your spreadsheet, then choose that file.'
const NO_TEXT = 'This file has no text. Choose markers or a table (CSV).'
const UNREAD = 'The browser could not read this file. Choose it again.'

let choices = 0

/** Reads a file of comments, and recognises its format. @returns a sentence when it cannot be one */
export async function readCommentFile(file: File): Promise<ChosenFile | string> {
  // Two bytes a character in UTF-16, which some programs write.
  if (file.size > 2 * IMPORTS.bytes + 2) return TOO_LARGE
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  )
  if (bytes === null) return UNREAD
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return WORKBOOK
  const content = textOf(bytes)
  if (content.trim() === '' || content.includes('\0')) return NO_TEXT
  if (new TextEncoder().encode(content).length > IMPORTS.bytes) return TOO_LARGE
  choices += 1
  return { id: choices, name: file.name, format: formatOf(file.name, content), content }
}

/** Premiere writes UTF-16, Excel the code page of Windows, everybody else UTF-8. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
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
