import type { Download } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { ADDRESS } from '@footnote/contract/shared/limits.ts'
import { ProductError } from '../errors.ts'
import { Signer } from './signing.ts'
import type { AddressOptions } from './storage.ts'

/**
 * The recipient of an address: a share link, or a person with a session or an API key. The server checks their rights
 * on each request.
 */
export type Holder =
  | {
      readonly link_id: string
      /** The video that it has to show, as long as the address works. */
      readonly video_id: string
      /** Of the link when the address was given. */
      readonly pass_version: number
      /** For a download: what the link has to allow. */
      readonly download: Download | null
    }
  | {
      readonly user_id: string
      /** The person's company at that time. */
      readonly company_id: string
      /** Null with an API key. */
      readonly session_id: string | null
      readonly key_id: string | null
    }

/** The permission in a signed address. */
export interface AddressedFile {
  readonly key: string
  readonly content_type: string
  readonly download_name: string | null
  /** Expiry of the address: seconds since 1970. */
  readonly expires: number
  readonly holder: Holder
}

/**
 * The expiry of an address. Addresses that are shown repeatedly expire at fixed steps, so that they stay equal in
 * between and the browser's cache works; a download, requested once, has its full lifetime.
 * @param now milliseconds since 1970
 * @param shift seconds that move this viewer's steps, so that not all pictures change at once
 * @returns seconds since 1970; never later than the lifetime
 */
export function expiryOf(
  now: number,
  { lifetime, download_name }: Pick<AddressOptions, 'lifetime' | 'download_name'>,
  shift = 0,
): number {
  const seconds = Math.floor(now / 1000)
  if (download_name !== undefined || lifetime <= ADDRESS.same) return seconds + lifetime
  return Math.floor((seconds - shift) / ADDRESS.same) * ADDRESS.same + shift + lifetime
}

/** Signed addresses of files that this server serves: paths of the same origin. */
export class FileAddresses {
  static readonly path = '/api/files/'
  readonly #signer: Signer

  constructor(secret: string) {
    this.#signer = new Signer(secret, 'file address')
  }

  create(key: string, options: AddressOptions, now = Date.now()): string {
    const holder = holderOf(options)
    const { content_type } = options
    const download_name = options.download_name?.toWellFormed()
    const expires = String(expiryOf(now, options, shiftOf(holder)))
    const query = new URLSearchParams({ expires, type: content_type })
    if (download_name !== undefined) query.set('name', download_name)
    for (const [name, value] of Object.entries(fieldsOf(holder))) if (value !== null) query.set(name, value)
    query.set('signature', this.#signer.sign(...partsOf(key, expires, content_type, download_name ?? null, holder)))
    return `${FileAddresses.path}${key}?${query}`
  }

  /** @throws ProductError address_invalid when it is changed or expired */
  read(key: string, query: Readonly<Record<string, unknown>>, now = Date.now()): AddressedFile {
    const [expires, type, signature] = [query.expires, query.type, query.signature]
    const names = ['name', 'link', 'video', 'pass', 'download', 'user', 'company', 'session', 'key']
    const texts = names.map((name) => query[name] ?? null)
    if (![expires, type, signature].every(isText) || !texts.every((text) => text === null || isText(text)))
      throw new ProductError('address_invalid')
    const [name, link, video, pass, download, user, company, session, api_key] = texts as (string | null)[]
    const holder: Holder = link
      ? { link_id: link, video_id: video ?? '', pass_version: Number(pass), download: download as Download | null }
      : { user_id: user ?? '', company_id: company ?? '', session_id: session ?? null, key_id: api_key ?? null }
    // The signature covers the text, not the number: `900.0` is another address.
    const signed = partsOf(key, expires as string, type as string, name ?? null, holder)
    if (!this.#signer.matches(signature as string, ...signed) || Number(expires) * 1000 < now)
      throw new ProductError('address_invalid')
    return { key, content_type: type as string, download_name: name ?? null, expires: Number(expires), holder }
  }
}

/** The signed values. */
function partsOf(key: string, expires: string, type: string, name: string | null, holder: Holder) {
  const { link, video, pass, download, user, company, session, key: api_key } = fieldsOf(holder)
  const signed = [key, expires, type, name, link, user, company, session, api_key]
  return 'link_id' in holder ? [...signed, video, pass, download] : signed
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** @throws Error for anonymous callers, who get no addresses */
function holderOf({ viewer, download }: Pick<AddressOptions, 'viewer' | 'download'>): Holder {
  if (viewer.kind === 'nobody' || viewer.kind === 'link') throw new Error('An address is given to somebody at a video.')
  if (viewer.kind === 'share') {
    const { link_id, video_id, pass_version } = viewer
    return { link_id, video_id, pass_version, download: download ?? null }
  }
  const { user_id, company_id, session_id, api_key } = viewer
  return { user_id, company_id, session_id, key_id: api_key?.id ?? null }
}

/** A holder as fields of the address. */
const fieldsOf = (holder: Holder) =>
  'link_id' in holder
    ? {
        link: holder.link_id,
        video: holder.video_id,
        pass: String(holder.pass_version),
        download: holder.download,
        user: null,
        company: null,
        session: null,
        key: null,
      }
    : {
        link: null,
        video: null,
        pass: null,
        download: null,
        user: holder.user_id,
        company: holder.company_id,
        session: holder.session_id,
        key: holder.key_id,
      }

/** Any number that is constant for a holder. */
const shiftOf = (holder: Holder): number => {
  const id = 'link_id' in holder ? holder.link_id : (holder.session_id ?? holder.key_id ?? holder.user_id)
  return Number.parseInt(id.slice(0, 8), 16) % ADDRESS.same
}
