import * as z from 'zod'
import { ProductError } from '../errors.ts'
import { Signer } from './signing.ts'
import type { FormTerms, PostPolicy } from './storage.ts'

/** The permission in a signed form. */
export interface UploadTerms {
  readonly key: string
  readonly content_type: string
  /** Bytes. */
  readonly max_bytes: number
}

const Policy = z.object({
  expiration: z.iso.datetime(),
  conditions: z.tuple([
    z.object({ key: z.string() }),
    z.object({ 'Content-Type': z.string() }),
    z.tuple([z.literal('content-length-range'), z.literal(0), z.number()]),
  ]),
})

/**
 * Upload forms for this server, in the form of S3's POST policies: a signed field of the form contains the limits.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
export class UploadForms {
  static readonly path = '/api/files/upload'
  readonly #signer: Signer

  constructor(secret: string) {
    this.#signer = new Signer(secret, 'upload form')
  }

  create(key: string, terms: Omit<FormTerms, 'direct'>, now = Date.now()): PostPolicy {
    const { content_type, lifetime } = terms
    const content: z.input<typeof Policy> = {
      expiration: new Date(now + lifetime * 1000).toISOString(),
      conditions: [{ key }, { 'Content-Type': content_type }, ['content-length-range', 0, terms.max_bytes]],
    }
    const policy = Buffer.from(JSON.stringify(content)).toString('base64')
    return {
      url: UploadForms.path,
      fields: { key, 'Content-Type': content_type, policy, 'x-footnote-signature': this.#signer.sign(policy) },
    }
  }

  /**
   * @param fields of the form, from before the file
   * @throws ProductError upload_refused when they are changed, for another key, or expired
   */
  read(fields: Readonly<Record<string, string | undefined>>, now = Date.now()): UploadTerms {
    const { policy, 'x-footnote-signature': signature } = fields
    if (!policy || !signature || !this.#signer.matches(signature, policy)) throw new ProductError('upload_refused')
    const { expiration, conditions } = Policy.parse(JSON.parse(Buffer.from(policy, 'base64').toString()))
    const [{ key }, { 'Content-Type': content_type }, [, , max_bytes]] = conditions
    const asPromised = fields.key === key && fields['Content-Type'] === content_type
    if (!asPromised || Date.parse(expiration) < now) throw new ProductError('upload_refused')
    return { key, content_type, max_bytes }
  }
}
