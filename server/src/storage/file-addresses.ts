import { ProductError } from '../errors.ts'
import { Signer } from './signing.ts'
import type { AddressOptions } from './storage.ts'

/** What a signed address allows to fetch. */
export interface AddressedFile {
  readonly key: string
  readonly content_type: string
  readonly download_name: string | null
  /** Share link that it belongs to: whoever answers it looks whether the link still works. */
  readonly link_id: string | null
}

/** What an address of this server's own may be bound to besides. */
export interface BoundOptions extends AddressOptions {
  readonly link_id?: string
}

/** Addresses that are shown again and again end on a full hour, in seconds: they stay the same, and the browser's cache holds. */
const STEP = 3600

/**
 * When an address ends.
 * @param now milliseconds since 1970
 * @returns seconds since 1970; never more than the lifetime away. A download, asked for once, has all of it.
 */
export function expiryOf(now: number, options: Pick<AddressOptions, 'lifetime' | 'download_name'>): number {
  const end = Math.floor(now / 1000) + options.lifetime
  return options.download_name === undefined && options.lifetime > STEP ? Math.floor(end / STEP) * STEP : end
}

/** Signed addresses of files that this server itself hands out: paths of the same origin. */
export class FileAddresses {
  static readonly path = '/api/files/'
  readonly #signer: Signer

  constructor(secret: string) {
    this.#signer = new Signer(secret, 'file address')
  }

  create(key: string, options: BoundOptions, now = Date.now()): string {
    const expires = expiryOf(now, options)
    const { content_type, link_id } = options
    const download_name = options.download_name?.toWellFormed()
    const query = new URLSearchParams({ expires: String(expires), type: content_type })
    if (download_name !== undefined) query.set('name', download_name)
    if (link_id !== undefined) query.set('link', link_id)
    query.set('signature', this.#signer.sign(key, expires, content_type, download_name ?? null, link_id ?? null))
    return `${FileAddresses.path}${key}?${query}`
  }

  /** @throws ProductError address_invalid when it is altered or over */
  read(key: string, query: Readonly<Record<string, unknown>>, now = Date.now()): AddressedFile {
    const { expires, type, name, link, signature } = query
    const wellFormed =
      typeof expires === 'string' &&
      typeof type === 'string' &&
      typeof signature === 'string' &&
      (name === undefined || typeof name === 'string') &&
      (link === undefined || typeof link === 'string')
    if (!wellFormed || !this.#signer.matches(signature, key, Number(expires), type, name ?? null, link ?? null))
      throw new ProductError('address_invalid')
    if (Number(expires) * 1000 < now) throw new ProductError('address_invalid')
    return { key, content_type: type, download_name: name ?? null, link_id: link ?? null }
  }
}
