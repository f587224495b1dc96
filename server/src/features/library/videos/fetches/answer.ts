import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { FETCH } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import type { FailedStatus } from '@footnote/contract/shared/video-status.ts'

/** A fetch that waiting does not help. The message is for the video's owner. */
export class FetchFailed extends Error {
  readonly status: FailedStatus
  /** Whether the bytes so far are of no use. */
  readonly in_vain: boolean

  constructor(
    sentence: string,
    { status = 'FAILED', in_vain = true }: Partial<Pick<FetchFailed, 'status' | 'in_vain'>> = {},
  ) {
    super(sentence)
    this.name = 'FetchFailed'
    this.status = status
    this.in_vain = in_vain
  }
}

/** The other server asked to come back later. */
export class ComeBack extends Error {
  /** Seconds; null if it did not say. */
  readonly after: number | null

  constructor(after: number | null) {
    super('The other server asked to come back later.')
    this.name = 'ComeBack'
    this.after = after
  }
}

/** The bytes that are there are not of the file that the other server has now, so it begins again. */
export class FileChanged extends Error {}

/** What is known of the file from earlier answers. */
export interface FetchState {
  /** Bytes that are there. */
  readonly received: number
  readonly file_size: number | null
  readonly validator: string | null
}

/** What an answer brings. */
export interface Delivery {
  /** Place of its first byte: the bytes that are there, or 0 when the file begins again. */
  readonly from: number
  readonly file_size: number | null
  readonly validator: string | null
  /** Whether the other server sends parts. */
  readonly resumes: boolean
}

/** Headers that ask for the rest of a file, if it is still the same one. */
export const askFor = ({ received, validator }: FetchState): OutgoingHttpHeaders => ({
  accept: 'video/*, */*;q=0.5',
  // A part of a compressed file could not be put behind another.
  'accept-encoding': 'identity',
  'user-agent': 'Footnote',
  // Without a validator the rest may be of another file.
  ...(received > 0 && validator === null ? {} : { range: `bytes=${received}-` }),
  ...(received > 0 && validator !== null ? { 'if-range': validator } : {}),
})

/**
 * Reads the head of an answer.
 * @param host of the other server, for sentences
 * @throws FetchFailed, ComeBack, FileChanged
 */
export function readHead(status: number, headers: IncomingHttpHeaders, known: FetchState, host: string): Delivery {
  if (status === 429 || status === 503 || status === 408 || status === 425 || status >= 500)
    throw new ComeBack(retryAfter(headers['retry-after']))
  if (status === 416) {
    if (known.received > 0) throw new FileChanged()
    throw new FetchFailed('The file is empty.')
  }
  if (status !== 200 && status !== 206) throw new FetchFailed(refusalOf(status, host), { in_vain: false })
  if (!/^(?:identity)?$/i.test(headers['content-encoding'] ?? ''))
    throw new FetchFailed(`${host} sends this file compressed, although Footnote asked for it as it is.`)
  const validator = validatorOf(headers)
  if (status === 200) return { from: 0, file_size: lengthOf(headers['content-length']), validator, resumes: false }
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/i.exec(headers['content-range'] ?? '')
  const [start, total] = range ? [Number(range[1]), range[2] === '*' ? null : lengthOf(range[2])] : [null, null]
  // An answer to If-Range may leave the time of the last change out.
  const same =
    (validator ?? known.validator) === known.validator && (known.file_size === null || total === known.file_size)
  // Some servers ignore If-Range.
  if (start !== known.received || (known.received > 0 && !same)) throw new FileChanged()
  return { from: known.received, file_size: total, validator: validator ?? known.validator, resumes: true }
}

/** A strong entity tag, else the time of the last change; null without either. */
function validatorOf({ etag, 'last-modified': changed }: IncomingHttpHeaders): string | null {
  if (etag && /^".*"$/.test(etag)) return etag
  return changed && !Number.isNaN(Date.parse(changed)) ? changed : null
}

function lengthOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** Seconds that a Retry-After asks for; null without one. @throws FetchFailed when it is too long */
function retryAfter(text: string | undefined): number | null {
  if (text === undefined) return null
  const seconds = /^\d+$/.test(text.trim()) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  if (Number.isNaN(seconds)) return null
  if (seconds > FETCH.longest_wait)
    throw new FetchFailed('The other server asks to wait for more than six hours. Try again then.', { in_vain: false })
  return Math.max(1, seconds)
}

function refusalOf(status: number, host: string): string {
  if (status === 404 || status === 410) return `There is no file at this address: ${host} answered ${status}.`
  if (status === 401 || status === 403)
    return `${host} does not give this file to everybody (${status}). If the link has expired, add a new one.`
  return `${host} answered ${status} instead of the file. Open the link in a browser to check it.`
}
