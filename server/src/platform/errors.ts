import { API_KEYS, UNAVAILABLE } from '@footnote/contract/shared/limits.ts'
import { FRAMES_DIFFER } from '@footnote/contract/shared/video-status.ts'

/** Every error that the product can name: status, and the sentence a person can act on. */
const ERRORS = {
  validation_failed: [400, 'Some fields are not right.'],
  code_invalid: [400, 'This code is wrong or no longer valid. Ask for a new one.'],
  password_wrong: [400, 'The current password is wrong.'],
  invite_invalid: [400, 'Invalid or expired token. Please contact your workspace admin for a new invite.'],
  webhook_refused: [400, 'This event is not signed by Stripe, or too late.'],
  image_url_refused: [400, 'No picture could be read from this address.'],
  address_refused: [400, 'Footnote cannot fetch from this address. Only files on the public internet can be fetched.'],
  reply_too_deep: [400, 'Replies go three deep. Reply to the comment before this one.'],
  unauthenticated: [401, 'Please sign in.'],
  credentials_wrong: [401, 'The e-mail address or the password is wrong.'],
  link_locked: [401, 'This link is locked. Open it with what its maker asks for.'],
  link_password_wrong: [401, 'This is not the password of the link.'],
  forbidden: [403, 'You may see this, but not change it.'],
  key_refused: [403, 'This call is not made with an API key. Please sign in.'],
  scope_missing: [403, 'This API key lacks the scope that this call needs.'],
  collection_expired: [403, 'This collection is expired.'],
  email_not_verified: [403, 'Please verify your e-mail address first.'],
  sign_up_closed: [403, 'New accounts are not open here. Ask the person who runs this installation for one.'],
  limit_storage: [403, 'The storage of your plan is full. Delete videos or change the plan.'],
  limit_seats: [403, 'Your plan has no seat left. Change the plan to invite more people.'],
  upload_refused: [403, 'This upload address is not valid or no longer valid. Start the upload again.'],
  address_invalid: [403, 'This address is not valid or no longer valid.'],
  not_found: [404, 'Not found.'],
  invalid_share_token: [404, 'Invalid share token'],
  already_member: [
    409,
    'This address has an account already. Delete it, or have another address invited, and open the link again.',
  ],
  too_slow: [408, 'The request took too long to arrive. Please try again.'],
  invite_not_pending: [409, 'This person has joined already.'],
  invite_pending: [409, 'This person has not joined yet.'],
  own_account: [409, 'You cannot remove yourself. Delete your account instead.'],
  last_admin: [409, 'The company needs an admin. Make somebody else one first.'],
  same_plan: [409, 'This is your plan already.'],
  nothing_to_cancel: [409, 'The free plan cannot be cancelled.'],
  billing_off: [409, 'This installation has no plans.'],
  payments_off: [409, 'No payments are taken here.'],
  payments_failed: [409, 'The payment service could not be reached. Please try again in a moment.'],
  limit_keys: [409, `You have reached the limit of ${API_KEYS.max} API keys. Revoke one first.`],
  limit_searches: [409, 'You have reached the limit of saved searches. Remove one first.'],
  limit_collections: [409, 'Your company has reached the limit of collections. Delete some of them first.'],
  limit_selects: [409, 'Your company has reached the limit of selects. Delete some of them first.'],
  limit_links: [409, 'This video has reached the limit of links. Revoke some of them first.'],
  limit_box: [409, 'This box has no room left for this file. Ask the person who sent you the link to make room.'],
  link_without_address: [409, 'The address of this link was not kept. Make a new link.'],
  selects_not_rendered: [409, 'Render these selects first: a link shows what they were rendered into.'],
  limit_comments: [
    409,
    'This video has reached the limit of comments. Delete some of them, or go on in a new version of the video.',
  ],
  limit_words: [409, 'This transcript has reached the limit of words. Shorten the text, or remove other words first.'],
  idempotency_key_reused: [409, 'This idempotency key belongs to another comment. Send a new key with a new comment.'],
  limit_uploads: [409, 'You have reached the limit of open uploads. Finish some of them, or try again in an hour.'],
  offset_mismatch: [409, 'This is not where the upload stopped. Ask for its offset, then continue there.'],
  upload_missing: [409, 'The file has not been uploaded. Upload it again.'],
  not_retryable: [409, 'Only a video that failed can be indexed again.'],
  other_collection: [409, 'Versions of a video are in one collection. Move one of the videos first.'],
  not_current: [409, 'Another version is the current one. Open it to go on.'],
  rate_needed: [
    409,
    'The frame rate of this video varies, or is too high for editing programs. Choose the rate of your timeline.',
  ],
  too_many_markers: [409, 'This format has room for 999 markers. Export fewer comments, or choose another format.'],
  changed_meanwhile: [409, 'Somebody else has changed this meanwhile. Load it again, then make your change.'],
  mixed_rates: [409, 'An EDL has one frame rate. Take FCPXML or OTIO.'],
  reviewers_decide: [409, 'The people who were asked decide. Ask nobody to set the status yourself.'],
  frames_differ: [409, FRAMES_DIFFER],
  video_not_ready: [409, 'The video is not ready yet.'],
  upload_expired: [410, 'This upload has expired, and what had arrived is gone. Start it again.'],
  other_file: [412, 'The bytes that have arrived are of another file. Upload this one from its beginning.'],
  tus_version: [412, 'Footnote speaks version 1.0.0 of tus: the header Tus-Resumable must say so.'],
  too_large: [413, 'This is too large.'],
  unsupported_media: [415, 'This kind of file is not supported.'],
  range_unsatisfiable: [416, 'The file has no such part.'],
  upload_taken: [423, 'Another request continues this upload. Ask for its offset in a moment.'],
  rate_limited: [429, 'Too many requests. Please wait a moment and try again.'],
  internal: [500, 'Something went wrong on our side.'],
  busy: [503, 'Footnote is busy at the moment. Please try again shortly.'],
  unavailable: [503, 'Footnote is starting. Please try again in a moment.'],
  storage_full: [507, 'The disk of this server is full. Ask its administrator to make room, then try again.'],
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
  /** Seconds to wait; only for `rate_limited`, `busy` and `unavailable`. */
  readonly retry_after: number | undefined
  /** Id of the sign-up that waits for its code; only for `email_not_verified`. */
  readonly signup: string | undefined

  constructor(
    code: ErrorCode,
    options: { detail?: string; fields?: Record<string, string>; retry_after?: number; signup?: string } = {},
  ) {
    super(options.detail ?? ERRORS[code][1])
    this.name = 'ProductError'
    this.code = code
    this.status = ERRORS[code][0]
    this.fields = options.fields
    this.retry_after = options.retry_after ?? (ERRORS[code][0] === 503 ? UNAVAILABLE.retry_after : undefined)
    this.signup = options.signup
  }
}

/** An error that ends by itself and is nobody's fault, so that work which may be repeated is tried again. */
export abstract class PassingError extends Error {}

/**
 * A part of the installation is temporarily unreachable. It is unknown whether the request was carried out, so only
 * repeatable work is tried again.
 */
export class UnreachableError extends PassingError {
  readonly part: 'database' | 'storage' | 'mail server'

  constructor(part: UnreachableError['part'], cause: unknown) {
    super(`The ${part} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'UnreachableError'
    this.part = part
  }
}

/** The database answers, but others use all that this work needs of it. Nothing of the work was carried out. */
export class BusyError extends PassingError {
  constructor(reason: string, cause: unknown) {
    super(`The database is busy: ${reason}.`, { cause })
    this.name = 'BusyError'
  }
}

/** Whether PostgreSQL ended a statement that took too long (57014, query_canceled). */
export const isStatementEnded = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014'

/** Why a part of the installation cannot be used. */
export type Obstacle =
  /** It is temporarily unreachable. */
  | { readonly kind: 'away'; readonly place: string }
  /** It rejects a setting, which a person has to change. The sentence names the setting, and nothing secret. */
  | { readonly kind: 'setting'; readonly sentence: string }

/** A `validation_failed` about one field. */
export const invalidField = (field: string, detail: string): ProductError =>
  new ProductError('validation_failed', { detail, fields: { [field]: detail } })

/**
 * Errors that mean a full disk: of the system (ENOSPC, EDQUOT), of PostgreSQL (53100, disk_full), of media programs
 * (`MediaError`) and of object stores (MinIO's and Ceph's names beside the status 507).
 */
const NO_ROOM: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  '53100',
  'media_no_room',
  507,
  'QuotaExceeded',
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
])

/** Fields of errors of the system, of PostgreSQL and of object stores. */
interface ErrorFields {
  readonly code?: unknown
  readonly name?: unknown
  readonly cause?: unknown
  readonly $metadata?: { readonly httpStatusCode?: unknown }
}

/**
 * Whether an error says that another program killed the one that worked, as Linux does when memory is short. The work is
 * not at fault then, and can be repeated.
 */
export const isKill = (error: unknown): boolean => error instanceof Error && 'killed' in error && error.killed === true

/** Whether a write failed because the disk, a quota or the object store is full. */
export function isNoRoom(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, name, cause, $metadata } = error as ErrorFields
  return [code, name, $metadata?.httpStatusCode].some((mark) => NO_ROOM.has(mark)) || isNoRoom(cause)
}

/** The system's codes for a broken or failed connection. */
const BROKEN_CONNECTION: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
])

/** Whether the system reports a broken or failed connection; errors of files do not count. */
export function isBrokenConnection(error: unknown): boolean {
  // After trying several addresses there is one error for each.
  if (error instanceof AggregateError) return error.errors.some(isBrokenConnection)
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  return syscall === 'connect' || syscall === 'getaddrinfo' || BROKEN_CONNECTION.has(code)
}

/** A database that cannot be upgraded until a person acts; the message says what to do. A restart does not help. */
export class UpgradeRefused extends Error {}
