/** Every error that the product can name: status, and the sentence a person can act on. */
const ERRORS = {
  validation_failed: [400, 'Some fields are not right.'],
  code_invalid: [400, 'This code is wrong or no longer valid. Ask for a new one.'],
  password_wrong: [400, 'The current password is wrong.'],
  image_url_refused: [400, 'No picture could be read from this address.'],
  unauthenticated: [401, 'Please sign in.'],
  credentials_wrong: [401, 'The e-mail address or the password is wrong.'],
  forbidden: [403, 'You may see this, but not change it.'],
  collection_expired: [403, 'This collection is expired.'],
  email_not_verified: [403, 'Please verify your e-mail address first.'],
  limit_storage: [403, 'The storage of your plan is full. Delete videos or change the plan.'],
  upload_refused: [403, 'This upload address is not valid or no longer valid. Start the upload again.'],
  address_invalid: [403, 'This address is not valid or no longer valid.'],
  not_found: [404, 'Not found.'],
  upload_missing: [409, 'The file has not been uploaded. Upload it again.'],
  not_retryable: [409, 'Only a video that failed can be indexed again.'],
  video_not_ready: [409, 'The video is not ready yet.'],
  too_large: [413, 'This is too large.'],
  unsupported_media: [415, 'This kind of file is not supported.'],
  range_unsatisfiable: [416, 'The file has no such part.'],
  rate_limited: [429, 'Too many requests. Please wait a moment and try again.'],
  internal: [500, 'Something went wrong on our side.'],
  unavailable: [503, 'Footnote is starting. Please try again in a moment.'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof ERRORS

/** Every code that a client can meet. */
export const ERROR_CODES = Object.keys(ERRORS) as readonly ErrorCode[]

/** An error of the closed list; thrown anywhere, turned into an answer in one place. */
export class ProductError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** Sentence by field name; only for `validation_failed`. */
  readonly fields: Readonly<Record<string, string>> | undefined
  /** Seconds to wait; only for `rate_limited`. */
  readonly retry_after: number | undefined

  constructor(
    code: ErrorCode,
    options: { detail?: string; fields?: Record<string, string>; retry_after?: number } = {},
  ) {
    super(options.detail ?? ERRORS[code][1])
    this.name = 'ProductError'
    this.code = code
    this.status = ERRORS[code][0]
    this.fields = options.fields
    this.retry_after = options.retry_after
  }
}

/** A `validation_failed` about one field. */
export const invalidField = (field: string, detail: string): ProductError =>
  new ProductError('validation_failed', { detail, fields: { [field]: detail } })
