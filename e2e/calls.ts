// Past 250 lines: every call by which the journeys fill a product.
import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Session } from '@footnote/contract/nouns/identity/accounts.ts'
import type { Collection, CollectionDetail } from '@footnote/contract/nouns/library/collections.ts'
import type { UploadSession, Video } from '@footnote/contract/nouns/library/videos.ts'
import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import type { CreateLink, ShareLink, SharePermission } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import type { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'
import type { PlanType } from '@footnote/contract/shared/limits.ts'
import type { RunningProduct } from './product.ts'

/** A person with an account and a confirmed address. */
export interface Account {
  readonly email: string
  readonly password: string
  readonly user_id: string
  readonly access: string
  /** Local storage of the web app while this person is signed in. */
  readonly storage: Readonly<Record<string, string>>
}

/** Signs up by calls of the API. */
export async function createAccount(product: RunningProduct, name = 'Ada'): Promise<Account> {
  const email = `${name.toLowerCase()}.${randomBytes(4).toString('hex')}@example.org`
  const password = randomBytes(12).toString('hex')
  await ask(product, null, 'signup', { first_name: name, last_name: 'Lovelace', email, password })
  const code = await product.code(email)
  return accountOf(await ask<Session>(product, null, 'verify_code', { email, code }), password)
}

/** What a session says of a person who has a password. */
export function accountOf({ access, refresh, user }: Session, password: string): Account {
  const storage = {
    token: access,
    refresh,
    user_id: user.id,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    tutorialCompleted: 'true',
  }
  return { email: user.email, password, user_id: user.id, access, storage }
}

/** Changes the plan of an admin's company; at once, because nothing is paid. */
export async function changePlan(product: RunningProduct, admin: Account, plan_type: PlanType): Promise<void> {
  await ask(product, admin, 'subscription/change-plan', { plan_type })
}

/** Invites somebody. @returns the link in the mail */
export async function invite(product: RunningProduct, admin: Account, email: string): Promise<string> {
  await ask(product, admin, 'company/invite_users', { emails: [email] })
  return await product.link(email)
}

/** Invites somebody, who accepts and signs in. */
export async function createMember(
  product: RunningProduct,
  admin: Account,
  name: { first_name: string; last_name: string },
): Promise<Account> {
  const email = `member.${randomBytes(4).toString('hex')}@example.org`
  const password = randomBytes(12).toString('hex')
  const token = new URL(await invite(product, admin, email)).searchParams.get('token')
  await ask(product, null, 'user/finish_onboarding', { email, token, ...name, password })
  return await startSession(product, { email, password })
}

/** Starts a session. Each browser needs its own, because a shared session ends when one of them refreshes it. */
export async function startSession(
  product: RunningProduct,
  { email, password }: Pick<Account, 'email' | 'password'>,
): Promise<Account> {
  return accountOf(await ask<Session>(product, null, 'login', { email, password }), password)
}

/** Credentials of calls: an access token or an API key. */
export type Bearer = Pick<Account, 'access'>

/** @returns an API key that reads and writes; it does not expire, as sessions do */
export async function createApiKey(product: RunningProduct, account: Account): Promise<Bearer> {
  const { key } = await ask<{ key: string }>(product, account, 'api_keys', {
    name: 'Script',
    scopes: ['read', 'write'],
  })
  return { access: key }
}

/** @returns the collection's id */
export async function createCollection(product: RunningProduct, account: Bearer, index_name: string): Promise<string> {
  const choices = { process_visual: true, process_ocr: true, process_audio: true }
  const { id } = await ask<{ id: string }>(product, account, 'create_index', { index_name, ...choices })
  return id
}

/** @returns the review collection's id */
export async function createReviewCollection(
  product: RunningProduct,
  account: Account,
  collection_name: string,
): Promise<string> {
  const { id } = await ask<{ id: string }>(product, account, 'quick-review/create_review_collection', {
    collection_name,
  })
  return id
}

/** The videos of a collection. @throws Error when the call is refused */
export async function videosOf(product: RunningProduct, account: Bearer, collection: string): Promise<Video[]> {
  return (await ask<CollectionDetail>(product, account, `indexes/${collection}`)).videos
}

/** Waits until all videos of a collection are indexed. @param patience milliseconds @throws Error after it */
export async function allIndexed(
  product: RunningProduct,
  account: Bearer,
  collection: string,
  patience: number,
): Promise<void> {
  const deadline = Date.now() + patience
  while ((await videosOf(product, account, collection)).some(({ status }) => status !== 'SUCCESS')) {
    if (Date.now() > deadline) throw new Error('The videos were not indexed in time')
    await wait(500)
  }
}

/**
 * Uploads a file with a signed form, as programs do.
 * @param version_of the video that gets it as its next version
 * @returns the video's id @throws Error when a step is refused
 */
export async function uploadVideo(
  product: RunningProduct,
  who: Bearer,
  index_id: string,
  file: string,
  version_of?: string,
): Promise<string> {
  const blob = await openAsBlob(file, { type: 'video/mp4' })
  const facts = {
    index_id,
    file_extension: path.extname(file).slice(1),
    file_size: blob.size,
    ...(version_of && { version_of }),
  }
  const slot = await ask<UploadSession>(product, who, 'upload', { ...facts, file_type: blob.type })
  const sent = await postFile(product.origin, slot.url, blob)
  if (!sent.ok) throw new Error(`The upload was answered ${sent.status}: ${await sent.text()}`)
  const record = { ...facts, file_id: slot.file_id, file_name: path.basename(file) }
  return (await ask<{ video: Video }>(product, who, 'add_records', record)).video.id
}

/** Posts a file with the signed form of its upload, as a browser does. */
export function postFile(origin: string, { url, fields }: UploadSession['url'], file: Blob): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  return fetch(new URL(url, origin), { method: 'POST', body: form })
}

/** @returns the link's path */
export async function createShareLink(
  product: RunningProduct,
  account: Account,
  videoId: string,
  permission: SharePermission,
): Promise<string> {
  const call = `sharing_router/create-share-link/${videoId}`
  const { share_url } = await ask<{ share_url: string }>(product, account, call, { permission, expires_in_days: null })
  return new URL(share_url).pathname
}

/**
 * Makes a link with settings.
 * @param link as the contract takes it, such as `{ kind: 'collection', ids: [id], permission: 'viewer' }`
 * @returns the link's path, and its id
 */
export async function createLink(
  product: RunningProduct,
  account: Account,
  link: Pick<CreateLink, 'kind' | 'ids' | 'permission'> & Partial<CreateLink>,
): Promise<{ path: string; id: string }> {
  const made = await ask<{ share_url: string; link: ShareLink }>(product, account, 'sharing_router/links', link)
  return { path: new URL(made.share_url).pathname, id: made.link.id }
}

/** Posts a comment or a reply. @returns the comment's id */
export async function createComment(
  product: RunningProduct,
  account: Account,
  videoId: string,
  comment: { content: string; start_time?: number; end_time?: number; parent_comment_id?: string; drawing?: Drawing },
): Promise<string> {
  return (await ask<Comment>(product, account, `quick-review/create-comment/${videoId}`, comment)).id
}

/** A piece of a video, in frames or in seconds; its end is the first frame, or the time, that is not shown. */
type Piece = { readonly video_id: string; readonly note: string } & (
  | { readonly start_frame: number; readonly end_frame: number }
  | { readonly start_time: number; readonly end_time: number }
)

/** Begins selects with pieces. @returns their id */
export async function createSelects(
  product: RunningProduct,
  account: Account,
  name: string,
  pieces: readonly Piece[],
): Promise<string> {
  const { id } = await ask<{ id: string }>(product, account, 'selects', { name, note: '' })
  await addPieces(product, account, id, pieces)
  return id
}

/** Appends pieces to selects. */
export const addPieces = (
  product: RunningProduct,
  account: Account,
  selects: string,
  items: readonly Piece[],
): Promise<unknown> => ask(product, account, `selects/${selects}/items`, { items })

/** @returns the path of the review of a sample video */
export async function sampleReview(product: RunningProduct, account: Account): Promise<string> {
  const { indexes } = await ask<{ indexes: Collection[] }>(product, account, 'sample_indexes')
  const [video] = await videosOf(product, account, indexes[0]?.id ?? '')
  if (!video) throw new Error('There is no sample video')
  return `/quick-review/${video.user_id}/${video.id}`
}

/** An address of a private network. Calls of one address are limited, and all journeys together are more than one person. */
const newAddress = (): string => [10, ...randomBytes(3)].join('.')

/** Makes a call of the API, by default a POST if there is a body. @throws Error with the answer when it is refused */
export async function ask<Answer>(
  product: RunningProduct,
  account: Bearer | null,
  call: string,
  body?: object,
  method: 'POST' | 'PUT' = 'POST',
): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    ...(account ? { authorization: `Bearer ${account.access}` } : { 'x-forwarded-for': newAddress() }),
  }
  const sent = body ? { method, body: JSON.stringify(body) } : {}
  const answer = await fetch(`${product.origin}/api/${call}`, { headers, ...sent })
  if (!answer.ok) throw new Error(`${call} was answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}
