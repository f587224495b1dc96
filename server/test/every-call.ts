// Past 250 lines: what every call of the product needs for a valid request.
/** The product of a test file that calls all of it. */
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { Endpoint } from '@footnote/contract/calls/endpoint.ts'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { Problem } from '@footnote/contract/calls/problems.ts'
import { afterAll } from 'vitest'
import * as z from 'zod/mini'
import { commentRow } from '../../seed/rows/comments.ts'
import { saidRows } from '../../seed/rows/lines.ts'
import { PASSWORD } from '../../seed/rows/people.ts'
import { SECRET } from '../../seed/rows/senders.ts'
import { createKey } from '../src/features/identity/api-keys/commands.ts'
import { saveInvitation } from '../src/features/identity/companies/commands.ts'
import { rememberSearch } from '../src/features/output/search/history/commands.ts'
import { UnsubscribeTokens } from '../src/features/personal/inbox/unsubscribe.ts'
import { createLink, type NewLink } from '../src/features/review/sharing/commands.ts'
import { ERROR_CODES } from '../src/platform/errors.ts'
import { hashToken } from '../src/platform/tokens.ts'
import { startProduct } from './product.ts'
import { requestOf, type Values } from './request-of.ts'

type Nouns = typeof endpoints
/** Name of a call of the contract, for example `videos.upload`. */
type CallName = { [Noun in keyof Nouns]: `${Noun}.${keyof Nouns[Noun] & string}` }[keyof Nouns]
export const CALLS: readonly (readonly [CallName, Endpoint])[] = Object.entries(endpoints).flatMap(([noun, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).map(([name, call]) => [`${noun}.${name}` as CallName, call]),
)

/** A request. The body is JSON unless it is bytes. */
interface CallRequest {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The sender, if the call ends the sender's session or changes the sender's account. */
  readonly as?: { readonly access: string }
}
export interface Answer {
  readonly status: number
  readonly type: string
  readonly text: string
}

const api = await startProduct({ settings: { IMPORT_NETWORKS: '127.0.0.0/8' } })
export const person = await api.person(undefined, 'TEAM')
afterAll(() => api.close())

/** Content type of an endless stream. */
const EVENTS = 'text/event-stream'

/** A request that differs from the one that follows from the schemas of its call. */
interface Exception extends CallRequest {
  /** Values of fields by their name. */
  readonly values?: Values
}

/** What `id` is in the calls of a noun. */
const IDS: Readonly<Partial<Record<keyof Nouns, (film: FilmIds) => string | Promise<string>>>> = {
  apiKeys: async () => (await createKey(api.db, { user_id: person.id, name: 'Script', scopes: ['read'] })).row.id,
  collections: ({ collection_id }) => collection_id,
  notifications: () => notification(),
  review: ({ collection_id }) => collection_id,
  searchHistory: ({ collection_id }) => pastSearch(collection_id),
  selects: ({ video_id }) => selectsId(video_id),
  shareLinks: async ({ video_id }) => (await shared(video_id)).id,
  videos: ({ video_id }) => video_id,
}

/** The calls that need more than valid values about a film of the person. */
const EXCEPTIONS: Readonly<Partial<Record<CallName, (film: FilmIds) => Exception | Promise<Exception>>>> = {
  'accountData.export': async () => ({ as: await api.person() }),
  'accountData.delete': async () => ({ as: await api.person() }),
  'accounts.login': () => ({ values: { email: person.email } }),
  'accounts.refresh': async () => ({ values: { refresh: (await api.person()).refresh } }),
  'accounts.logout': async () => ({ values: { refresh: (await api.person()).refresh } }),
  'accounts.verifyCode': () => ({ values: { email: person.email } }),
  'accounts.forgotPassword': () => ({ values: { email: person.email } }),
  'accounts.resetPassword': () => ({ values: { email: person.email } }),
  'accounts.signOutEverywhere': async () => ({ as: await api.person() }),
  'apiKeys.create': async () => ({ as: await api.person() }),
  'approvals.setStatus': () => ({ values: { review_status: 'needs_review' } }),
  'commentImports.run': () => ({ values: { format: 'csv', content: 'Time,Comment\n0:01,Hold this' } }),
  // A reply has no drawing.
  'comments.create': () => ({ values: { drawing: null } }),
  'comments.restore': async ({ video_id, comment_id }) => {
    await api.delete(`/api/quick-review/comments/${video_id}/${comment_id}`, person)
    return {}
  },
  'comments.carry': async ({ collection_id, video_id }) => {
    const { stack_id } = await api.db
      .selectFrom('videos')
      .select('stack_id')
      .where('id', '=', video_id)
      .executeTakeFirstOrThrow()
    const newer = { stack_id, version: 2, duration: 10 }
    return { values: { video_id: await api.aVideo(person, collection_id, newer) } }
  },
  'comments.suggestions': () => ({ values: { query: 'cut he' } }),
  'people.list': () => ({ values: { query: 'ada' } }),
  'live.link': async (film) => ({ headers: (await aBox(film)).headers }),
  'companies.invite': async () => ({ as: await api.person(undefined, 'TEAM') }),
  'companies.resendInvite': async () => ({ values: { email: await invited() } }),
  'companies.deleteUser': async () => ({ values: { email: (await api.person(person)).email } }),
  'companies.makeAdmin': async () => ({ values: { email: (await api.person(person)).email } }),
  'notifications.askUnsubscribe': () => ({ values: { token: unsubscribeToken() } }),
  'notifications.unsubscribe': () => ({ values: { token: unsubscribeToken() } }),
  'search.query': () => ({ values: { search_type: 'VISUAL,CONVERSATION,TEXT_IN_VIDEO' } }),
  'boxes.read': async (film) => ({ headers: (await aBox(film)).headers }),
  'boxes.takeBack': async (film) => {
    const { headers, file_id } = await aBox(film)
    return { values: { file_id }, headers }
  },
  'shareLinks.create': ({ video_id }) => ({ values: { ...LINK_SETTINGS, kind: 'set', ids: [video_id] } }),
  'shareLinks.listAll': async ({ video_id }) => ({ values: { selects_id: await selectsId(video_id) } }),
  'shareLinks.change': ({ video_id }) => ({ values: { ...LINK_SETTINGS, kind: 'stack', ids: [video_id] } }),
  'sharing.validate': async ({ video_id }) => ({ values: { share_token: (await shared(video_id)).token } }),
  'sharing.unlock': async ({ video_id }) => {
    const { headers, token } = await shared(video_id)
    return { values: { share_token: token }, headers }
  },
  'sharing.room': async ({ video_id }) => ({ headers: (await shared(video_id)).headers }),
  'sharing.chooseMail': async ({ video_id }) => {
    const { id, headers } = await shared(video_id)
    const proven = { contact_email: 'kim@example.org', confirmed_at: new Date() }
    await api.db
      .insertInto('guests')
      .values({ link_id: id, name: 'Kim', key_hash: hashToken(GUEST_KEY), ...proven })
      .execute()
    return { headers }
  },
  'sharing.download': async ({ video_id }) => {
    return { values: { file: 'original' }, headers: (await shared(video_id)).headers }
  },
  'sharing.watched': async ({ video_id }) => ({ headers: (await shared(video_id)).headers }),
  'sharing.video': async ({ video_id }) => ({ headers: (await shared(video_id)).headers }),
  'indexing.retry': async ({ video_id }) => {
    const failure = { errors: 3, error: 'The engine broke off.', given_up: true }
    await api.db
      .insertInto('due_stages')
      .values({ video_id, stage: 'visual', engine: 'test-1', ...failure })
      .execute()
    return {}
  },
  'models.allow': async () => ({ values: { engine: await refusedEngine() } }),
  'selects.change': () => ({ values: { revision: 1 } }),
  'selects.restore': async ({ video_id }) => {
    const id = await selectsId(video_id)
    await api.delete(`/api/selects/${id}`, person)
    return { values: { id } }
  },
  'selects.setItems': ({ video_id }) => {
    const source = { kind: 'search', index_id: 'all', query: 'boat', types: ['VISUAL'], frame: null, score: 0.9 }
    return { values: { revision: 1, items: [{ video_id, start_frame: 0, end_frame: 5, note: 'Boat', source }] } }
  },
  // A person has few renderings at a time.
  'selects.render': async () => ({ as: await api.person(person), values: { index_id: null } }),
  'subscriptions.changePlan': async () => ({ as: await api.person(), values: { plan_type: 'PRO' } }),
  'subscriptions.cancel': async () => ({ as: await api.person(undefined, 'PRO') }),
  'transcripts.replace': () => ({ values: { find: 'morning', replace: 'evening' } }),
  // Either of the name so far or of an interval.
  'transcripts.nameSpeaker': () => ({
    body: { revision: 0, name: 'Ana', from: 'Speaker 1', start_time: null, end_time: null },
  }),
  // Either of a file or of a track.
  'transcripts.importSubtitles': () => ({
    body: {
      revision: 0,
      file_name: 'harbour.srt',
      text: '1\n00:00:01,000 --> 00:00:02,000\nGood evening\n',
      track: null,
    },
  }),
  'transcripts.undo': edited,
  'transcripts.redo': edited,
  // Nobody listens there, and no worker asks.
  'videos.importUrl': () => ({ values: { url: 'http://127.0.0.1:9/harbour.mp4' } }),
  'videos.upload': ({ video_id }) => ({ values: { version_of: video_id } }),
  'videos.addRecords': ({ video_id }) => ({ values: { file_id: video_id, version_of: null } }),
  // It is the only version.
  'videos.delete': () => ({ values: { keep_comments: false } }),
  'videos.retry': async ({ video_id }) => {
    await api.db.updateTable('videos').set({ status: 'ERROR' }).where('id', '=', video_id).execute()
    return {}
  },
  'videos.setSound': () => ({ values: { sound: null } }),
  'versions.stack': async ({ collection_id }) => ({ values: { onto: await api.aVideo(person, collection_id) } }),
}

/** A valid request of a call: what its schemas say, about a film of the person, with what the call needs besides. */
export async function goodRequest(name: CallName, endpoint: Endpoint): Promise<CallRequest> {
  const film = await aFilm()
  const noun = name.split('.')[0] as keyof Nouns
  const { values, ...exception } = (await EXCEPTIONS[name]?.(film)) ?? {}
  const { collection_id, video_id, comment_id } = film
  const id = await IDS[noun]?.(film)
  const things = {
    ...{ collection_id, index_id: collection_id, video_id, video_ids: [video_id] },
    ...{ comment_id, comment_ids: [comment_id], parent_comment_id: comment_id },
    ...{ user_id: person.id, signup: randomUUID(), email: unknownAddress(), emails: [unknownAddress()] },
    ...{ password: PASSWORD, old_password: PASSWORD, new_password: PASSWORD },
    ...{ by: 'me', page_size: '50', dry_run: false },
    ...(id ? { id } : {}),
  }
  return { ...requestOf(endpoint, { ...things, ...values }), ...exception }
}

/**
 * Statuses of valid requests that the product must refuse here: the test knows no mailed code, and sends no picture.
 */
export const REFUSED: Readonly<Partial<Record<CallName, number>>> = {
  'accounts.verifyCode': 400,
  'accounts.resetPassword': 400,
  'accounts.confirmEmail': 400,
  'companies.finishOnboarding': 400,
  // The API of this test takes no payments.
  'subscriptions.portal': 409,
  'subscriptions.webhook': 404,
  'search.image': 400,
}

const unsubscribeToken = () => new UnsubscribeTokens(SECRET).create({ user_id: person.id, kind: 'COMMENT' })
const unknownAddress = () => `${randomUUID()}@example.org`
async function pastSearch(collection_id: string): Promise<string> {
  return (await rememberSearch(api.db, person.id, { collection_id, query: 'boat', types: [] })).id
}
async function invited(): Promise<string> {
  const [email, company_id, invited_by] = [unknownAddress(), person.company_id, person.id]
  await api.db.transaction().execute((to) => saveInvitation(to, { email, company_id, invited_by }))
  return email
}
interface FilmIds {
  readonly collection_id: string
  readonly video_id: string
  readonly comment_id: string
}
/** A video of ten seconds with a comment, in which somebody says good morning. */
export async function aFilm(): Promise<FilmIds> {
  const collection_id = await api.aCollection(person, { ocr: true })
  const played = { duration: 10, frame_rate_num: 25, frame_rate_den: 1 }
  const video_id = await api.aVideo(person, collection_id, played)
  await api.db.insertInto('video_stages').values({ video_id, stage: 'speech', engine: 'heard-1' }).execute()
  await api.db
    .insertInto('cues')
    .values(saidRows(video_id, 'heard-1', [{ start: 1, text: 'Good morning', speaker: 1 }]))
    .execute()
  const { id: user_id, company_id } = person
  const comment = commentRow({ video_id, company_id, user_id })
  await api.db.insertInto('comments').values(comment).execute()
  return { collection_id, video_id, comment_id: comment.id }
}
/** Selects with one piece, by their id. */
async function selectsId(video_id: string): Promise<string> {
  const { id } = (await api.post('/api/selects', { name: 'Selects' }, person)).json
  const items = [{ video_id, start_frame: 0, end_frame: 5 }]
  await api.post(`/api/selects/${id}/items`, { items }, person)
  return id
}
async function edited({ video_id }: FilmIds) {
  const body = { revision: 0, edits: [{ start_time: 1, end_time: 2, text: 'Good evening' }] }
  const { edit_id } = (await api.put(`/api/transcripts/${video_id}`, body, person)).json
  return { values: { edit_id } }
}
async function refusedEngine(): Promise<string> {
  const engine = 'test-1'
  const refused = { kind: 'ocr', name: 'Test', state: 'refused', reason: 'Test gave no right answer.' } as const
  await api.db
    .insertInto('engine_examinations')
    .values({ engine, fingerprint: 'a', answers: '[]', ...refused })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return engine
}
const LINK_SETTINGS = {
  name: 'Autumn',
  message: 'Both cameras, please.',
  max_files: 40,
  max_bytes: 1_000_000,
  password: 'autumn leaves',
  email_rule: 'required',
  emails_allowed: ['kim@example.org', '@client.example'],
  expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  max_views: 10,
  download: 'proxy',
  watermark: 'over',
  watermark_text: 'For Northlane',
  show_versions: true,
  tell: true,
}
const GUEST_KEY = 'a key of a browser'
const asGuest = (token: string) => ({ 'x-share-token': token, 'x-guest-key': GUEST_KEY })
/** A link to a video, and the headers of a guest who has it. */
export async function shared(video_id: string) {
  const items = [{ video_id }]
  const { id, token } = await aLink({ permission: 'commenter', download: 'original', expires_at: null, items })
  return { id, token, headers: asGuest(token) }
}
async function aLink(made: NewLink): Promise<{ id: string; token: string }> {
  const maker = { user_id: person.id, company_id: person.company_id }
  const { link, token } = await api.db
    .transaction()
    .execute((transaction) => createLink(transaction, { config: api.config }, maker, made))
  return { id: link.id, token }
}
/** A box, and a file that a guest has sent into it. */
async function aBox({ collection_id, video_id }: FilmIds) {
  const settings = { message: '', max_files: 2, max_bytes: 1_000_000, expires_at: new Date(Date.now() + 86_400_000) }
  const { id, token } = await aLink({ ...settings, kind: 'box', permission: 'viewer', items: [{ collection_id }] })
  const sent = { id: video_id, link_id: id, key_hash: hashToken(GUEST_KEY), file_size: 5 }
  await api.db.insertInto('box_files').values(sent).execute()
  return { headers: asGuest(token), file_id: video_id }
}
async function notification(): Promise<string> {
  const payload = { video_id: randomUUID(), video_name: 'a.mp4', storage_key: null, file_name: null, error: null }
  const row = { user_id: person.id, type: 'DOWNLOAD_CLIP', payload: JSON.stringify(payload) }
  return (await api.db.insertInto('notifications').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export function addressOf(
  endpoint: Endpoint,
  { params = {}, query = {} }: { params?: object; query?: object },
): string {
  const path = Object.entries(params).reduce((text, [name, value]) => text.replace(`:${name}`, value), endpoint.path)
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
}

export const encoded = (values: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encodeURIComponent(value)]))

/** Sends exactly these bytes to exactly this address. Unlike `fetch`, it normalises nothing. */
export async function request(
  method: string,
  address: string,
  options: {
    token?: string | undefined
    type?: string
    body?: string | Buffer
    headers?: Readonly<Record<string, string>> | undefined
  } = {},
): Promise<Answer> {
  const { token, type = 'application/json', body } = options
  const headers = {
    ...options.headers,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
  }
  return await new Promise((resolve, reject) => {
    const { port } = new URL(api.base)
    const sent = http.request({ host: '127.0.0.1', port, method, path: address, headers }, (answer) => {
      const parts: Buffer[] = []
      const [status, kind] = [answer.statusCode ?? 0, answer.headers['content-type'] ?? '']
      const finish = () => resolve({ status, type: kind, text: Buffer.concat(parts).toString() })
      answer.on('data', (part: Buffer) => {
        parts.push(part)
        if (kind !== EVENTS) return
        // A stream of events lasts until the client disconnects.
        finish()
        answer.destroy()
      })
      answer.on('error', reject)
      answer.on('end', finish)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

export const send = (
  endpoint: Endpoint,
  { params, query, body, headers, as = person }: CallRequest,
  token: string | undefined = as.access,
) =>
  request(endpoint.method, addressOf(endpoint, { params: encoded(params), query: encoded(query) }), {
    token,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

/** @returns what is wrong with an answer; null for a success by the contract and for a problem with a known code */
export function faultOf({ status, type, text }: Answer, endpoint?: Endpoint): string | null {
  if (status >= 500) return `${status} ${text.slice(0, 200)}`
  if (status >= 400) {
    if (!type.startsWith('application/problem+json')) return `${status} as ${type}: ${text.slice(0, 100)}`
    const problem = z.safeParse(Problem, JSON.parse(text))
    if (!problem.success || problem.data.status !== status) return `${status} with ${text.slice(0, 200)}`
    return ERROR_CODES.some((code) => code === problem.data.code) ? null : `unknown code ${problem.data.code}`
  }
  if (!endpoint || status !== (endpoint.status ?? 200)) return `unexpected ${status}`
  if (endpoint.events) return type === EVENTS && text !== '' ? null : `no stream of events but ${type}`
  if (endpoint.file && !endpoint.response)
    return endpoint.file.split(/,\s*/).includes(type.split(';')[0] ?? '') ? null : `a file of the type ${type}`
  if (!endpoint.response) return text === '' ? null : `a body where there is none: ${text.slice(0, 100)}`
  const parsed = z.safeParse(endpoint.response, JSON.parse(text))
  return parsed.success ? null : `against the contract: ${z.prettifyError(parsed.error)}`
}

export const shapeOf = (schema: z.ZodMiniType | undefined): string[] =>
  schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : []
