import type { IncomingHttpHeaders } from 'node:http'
import { MIMEType } from 'node:util'
import { cleanFileName } from '@footnote/contract/shared/names.ts'
import { fileTypeFromBuffer } from 'file-type'
import { announcedVideoType, isVideoName } from '../../../../platform/net/media-types.ts'

/** Name of a file whose address has none. */
const NAMELESS = 'video'
const EXTENSION = /\.([a-z0-9]{1,16})$/
const PAGE_TYPE = /^(?:text\/html|application\/xhtml\+xml)\b/i
const PAGE = /^<(?:!doctype html|html|head|body)\b/i

/** The extension of a name, in lower case and without a dot; empty if it has none. */
export const extensionOf = (name: string): string => EXTENSION.exec(name.toLowerCase())?.[1] ?? ''

/** The name at the end of an address's path. */
export function nameInAddress({ pathname }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? ''
  return cleanFileName(decoded(last)) || NAMELESS
}

/** The name in a Content-Disposition, by RFC 6266 and 8187; null without one. */
export function nameInHeader(header: string | undefined): string | null {
  const at = header?.indexOf(';') ?? -1
  if (header === undefined || at < 0) return null
  // The parameters have the syntax of those of a media type.
  const parameters = mimeParameters(header.slice(at))
  const extended = /^([\w-]+)'[^']*'(.*)$/.exec(parameters?.get('filename*') ?? '')
  const name = (extended && decoded(extended[2]!, extended[1])) || fromBytes(parameters?.get('filename') ?? '')
  return cleanFileName(name.split(/[/\\]/).at(-1) ?? '') || null
}

/** Whether an answer is a page for people, as far as its headers say. */
export const isPage = ({ 'content-type': type = '' }: IncomingHttpHeaders): boolean => PAGE_TYPE.test(type.trim())

/** What the first bytes of a file are. */
export type FileFacts =
  | { readonly kind: 'page' }
  | { readonly kind: 'other' }
  /** Without the extension its name may not say it. */
  | { readonly kind: 'video'; readonly extension: string }

/**
 * Judges a file: by its announced type, else by its name where the type says nothing, else by its first bytes.
 * @param name as its server gave it
 * @param start its first bytes, four thousand or more if it has so many
 */
export async function factsOf(headers: IncomingHttpHeaders, name: string, start: Uint8Array): Promise<FileFacts> {
  if (isPage(headers) || beginsPage(Buffer.from(start.subarray(0, 1024)).toString('utf8'))) return { kind: 'page' }
  const { 'content-type': type = '' } = headers
  const found = await fileTypeFromBuffer(start)
  const seen = found && (found.mime.startsWith('video/') || found.mime === 'application/mxf') ? found.ext : null
  const named = isVideoName(name)
  const silent = type === '' || /^(?:application|binary)\//i.test(type.trim())
  if (!announcedVideoType(type) && !(named && silent) && !seen) return { kind: 'other' }
  return { kind: 'video', extension: named ? extensionOf(name) : (seen ?? (extensionOf(name) || 'bin')) }
}

/** Whether a text is the beginning of a page. Blanks, a byte order mark and comments may be before its first element. */
function beginsPage(text: string): boolean {
  let rest = text.trimStart()
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', '<!--'.length)
    if (end < 0) return false
    rest = rest.slice(end + '-->'.length).trimStart()
  }
  return PAGE.test(rest)
}

function mimeParameters(parameters: string): MIMEType['params'] | null {
  try {
    return new MIMEType(`a/b${parameters}`).params
  } catch {
    return null
  }
}

function decoded(text: string, charset = 'utf-8'): string {
  const bytes = text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  if (/^iso-8859-1$/i.test(charset)) return bytes
  // An address may contain characters that are not encoded.
  return /[^\0-\xff]/.test(bytes) ? bytes : fromBytes(bytes)
}

/** Reads a text of one character for each byte, as Node gives headers: UTF-8 if it is that, else ISO 8859-1. */
function fromBytes(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'))
  } catch {
    return text
  }
}
