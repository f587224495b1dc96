// Past 250 lines: this file has a valid request of every call of the product.
/** The product of a test file that calls all of it. */
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { Endpoint } from '@footnote/contract/calls/endpoint.ts'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { Problem } from '@footnote/contract/calls/problems.ts'
import { afterAll } from 'vitest'
import * as z from 'zod/mini'
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
/** The search that found a piece. */
const PAGE = { page: '1', page_size: '2' }
const SEARCHED = { kind: 'search', index_id: 'all', query: 'boat', types: ['VISUAL'], frame: null, score: 0.9 }

/** Every option of an export. */
const EXPORTED = {
  format: 'csv',
  status: 'open',
  by: 'me',
  drawing: 'true',
  source: 'search',
  visibility: 'everyone',
  start: '01:00:00:00',
  rate: '25',
  team: 'true',
}

/** A valid request of each call; a new call of the contract does not compile without one. */
export const GOOD: Readonly<Record<CallName, () => CallRequest | Promise<CallRequest>>> = {
  'accountData.export': async () => ({ as: await api.person() }),
  'accountData.delete': async () => ({ as: await api.person(), body: { password: PASSWORD } }),
  'accounts.signup': () => ({
    body: {
      first_name: 'Ada',
      last_name: 'L',
      email: `${randomUUID()}@example.org`,
      password: PASSWORD,
      company_name: 'C',
    },
  }),
  'accounts.login': () => ({ body: { email: person.email, password: PASSWORD } }),
  'accounts.refresh': async () => ({ body: { refresh: (await api.person()).refresh } }),
  'accounts.logout': async () => ({ body: { refresh: (await api.person()).refresh } }),
  'accounts.verifyCode': () => ({ body: { email: person.email, code: '00000000', signup: randomUUID() } }),
  'accounts.resendCode': () => ({ body: { email: `${randomUUID()}@example.org`, signup: randomUUID() } }),
  'accounts.forgotPassword': () => ({ body: { email: person.email } }),
  'accounts.resetPassword': () => ({ body: { email: person.email, code: '00000000', new_password: PASSWORD } }),
  'accounts.changePassword': () => ({ body: { old_password: PASSWORD, new_password: PASSWORD } }),
  'accounts.details': () => ({}),
  'accounts.updateName': () => ({ body: { first_name: 'Ada', last_name: 'Lovelace' } }),
  'accounts.changeEmail': () => ({ body: { email: `${randomUUID()}@example.org`, password: PASSWORD } }),
  'accounts.confirmEmail': () => ({ body: { code: '00000000' } }),
  'accounts.signOutEverywhere': async () => ({ as: await api.person() }),
  'apiKeys.list': () => ({}),
  'apiKeys.create': async () => ({ as: await api.person(), body: { name: 'Script', scopes: ['read', 'write'] } }),
  'apiKeys.revoke': async () => ({ params: { id: await apiKey() } }),
  'approvals.get': async () => ({ params: { video_id: (await mine()).video_id } }),
  'approvals.request': async () => ({
    params: { video_id: (await mine()).video_id },
    body: { reviewers: [{ user_id: person.id }], due_at: '2999-11-30T17:00:00Z', message: 'By Friday, please' },
  }),
  'approvals.decide': async () => ({
    params: { video_id: (await mine()).video_id },
    body: { verdict: 'changes_requested', note: 'The end is too long', guest_name: 'Grace' },
  }),
  'approvals.setStatus': async () => ({
    params: { video_id: (await mine()).video_id },
    body: { review_status: 'needs_review' },
  }),
  'approvals.log': async () => ({ params: { video_id: (await mine()).video_id }, query: { format: 'json' } }),
  'collections.list': () => ({}),
  'collections.samples': () => ({}),
  'collections.detail': async () => ({ params: { id: (await mine()).collection_id }, query: PAGE }),
  'collections.create': () => ({
    body: { index_name: 'Matches', process_visual: true, process_ocr: true, process_audio: true },
  }),
  'collections.rename': async () => ({ body: { id: (await mine()).collection_id, new_name: 'Other' } }),
  'collections.setLanguage': async () => ({ body: { id: (await mine()).collection_id, language: 'de' } }),
  'collections.delete': async () => ({ body: { id: (await mine()).collection_id } }),
  'commentExports.get': async () => ({ params: { video_id: await playedVideo() }, query: EXPORTED }),
  'commentExports.preview': async () => ({ params: { video_id: await playedVideo() }, query: EXPORTED }),
  'commentImports.run': async () => ({
    params: { video_id: await playedVideo() },
    body: { format: 'csv', content: 'Time,Comment\n0:01,Hold this', start: '01:00:00:00', rate: '25', dry_run: false },
  }),
  'commentImports.undo': async () => {
    const { video_id, comment_id } = await commented()
    return { params: { video_id }, body: { comment_ids: [comment_id] } }
  },
  'comments.list': async () => ({
    params: { video_id: (await mine()).video_id },
    query: { earlier: 'open', page: '1', page_size: '50', sort: 'timeline', status: 'open', by: 'me' },
  }),
  'comments.replies': async () => ({ params: await commented() }),
  'comments.create': async () => {
    const { video_id, comment_id } = await commented()
    const place = { start_time: 1.5, end_time: 2, parent_comment_id: comment_id, drawing: null }
    return {
      params: { video_id },
      body: {
        content: 'The light is lovely here',
        ...place,
        visibility: 'everyone',
        guest_name: 'Grace',
        idempotency_key: 'a key',
        mentions: [],
      },
    }
  },
  'comments.update': async () => ({
    params: await commented(),
    body: {
      content: 'The light is harsh here',
      drawing: { v: 1, shapes: [{ t: 'ellipse', c: 'red', w: 0.01, p: [0, 0, 1, 1] }] },
      mentions: [],
    },
  }),
  'comments.drawing': async () => ({ params: await commented() }),
  'comments.resolve': async () => ({ params: await commented(), body: { resolved: true } }),
  'comments.delete': async () => ({ params: await commented() }),
  'comments.restore': async () => {
    const params = await commented()
    await api.delete(`/api/quick-review/comments/${params.video_id}/${params.comment_id}`, person)
    return { params }
  },
  'comments.carry': async () => {
    const { video_id: first, comment_id } = await commented()
    const { stack_id, collection_id } = await api.db
      .selectFrom('videos')
      .select(['stack_id', 'collection_id'])
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    const video_id = await api.aVideo(person, collection_id, { stack_id, version: 2, duration: 10 })
    return { params: { video_id, comment_id }, body: { start_time: 2, end_time: 3 } }
  },
  'comments.suggestions': async () => ({
    params: { index_id: (await mine()).collection_id },
    query: { query: 'the ligh' },
  }),
  'people.list': async () => ({ params: { video_id: (await mine()).video_id }, query: { query: 'ada' } }),
  'live.video': async () => ({ params: { video_id: (await mine()).video_id }, query: { page_key: 'a page' } }),
  'live.link': async () => ({ headers: (await aBox()).headers, query: { page_key: 'a page' } }),
  'live.here': async () => ({ body: { here: 'of no page' } }),
  'live.person': async () => ({ query: { page_key: 'a page', video_id: (await mine()).video_id } }),
  'companies.details': () => ({}),
  'companies.usageHistory': () => ({}),
  'companies.invite': async () => ({
    as: await api.person(undefined, 'TEAM'),
    body: { emails: [`${randomUUID()}@example.org`] },
  }),
  'companies.resendInvite': async () => ({ body: { email: await invited() } }),
  'companies.deleteUser': async () => ({ body: { email: (await api.person(person)).email } }),
  'companies.makeAdmin': async () => ({ body: { email: (await api.person(person)).email } }),
  'companies.isTokenValid': () => ({ body: { email: 'ada@example.org', token: 'x' } }),
  'companies.finishOnboarding': () => ({
    body: { email: 'ada@example.org', token: 'x', first_name: 'Ada', last_name: 'L', password: PASSWORD },
  }),
  'health.check': () => ({}),
  'matchComments.send': async () => {
    const { collection_id: index_id, video_id } = await mine()
    const place = { start_time: 1.5, end_time: 2, score: 0.9 }
    return {
      body: {
        items: [{ video_id, ...place, content: 'The light is lovely here' }],
        query: 'light',
        types: ['VISUAL'],
        index_id,
        frame: { video_id, time: 1 },
        visibility: 'team',
      },
    }
  },
  'matchLists.make': async () => {
    const place = { start_time: 1.5, end_time: 2, score: 0.9, types: ['visual'] }
    const items = [{ video_id: (await mine()).video_id, ...place, content: 'A lovely light' }]
    return { body: { format: 'md', items, query: 'light' } }
  },
  'notifications.list': () => ({}),
  'notifications.handle': async () => ({ body: { id: await notification(), type: 'change_read' } }),
  'notifications.settings': () => ({}),
  'notifications.changeSettings': () => ({
    body: {
      settings: [{ kind: 'COMMENT', in_app: true, mail: false, digest: 'daily' }],
      time_zone: 'Europe/Berlin',
    },
  }),
  'notifications.askUnsubscribe': () => ({ query: { token: unsubscribeToken() } }),
  'notifications.unsubscribe': () => ({ query: { token: unsubscribeToken() } }),
  'review.list': () => ({}),
  'review.create': () => ({ body: { collection_name: 'Rushes' } }),
  'review.rename': async () => ({ body: { id: (await mine()).collection_id, new_name: 'Other' } }),
  'review.delete': async () => ({ body: { id: (await mine()).collection_id } }),
  'searchHistory.list': () => ({}),
  'searchHistory.remember': async () => ({
    body: { index_id: (await mine()).collection_id, query: 'boat', types: ['VISUAL'] },
  }),
  'searchHistory.save': async () => ({ params: { id: await pastSearch() }, body: { saved: true } }),
  'searchHistory.forget': async () => ({ params: { id: await pastSearch() } }),
  'searchHistory.clear': () => ({}),
  'search.query': async () => ({
    query: {
      index_id: (await mine()).collection_id,
      query: 'a red car',
      search_type: 'VISUAL,CONVERSATION,TEXT_IN_VIDEO',
      temperature: '0.5',
      as_typed: 'true',
    },
  }),
  // image-search.test.ts tests its form; here it has none.
  'search.image': async () => ({ query: { index_id: (await mine()).collection_id, temperature: '0.5' } }),
  'boxes.read': async () => ({ headers: (await aBox()).headers }),
  'boxes.takeBack': async () => {
    const { headers, file_id } = await aBox()
    return { params: { file_id }, headers }
  },
  'shareLinks.createForVideo': async () => ({
    params: { video_id: (await mine()).video_id },
    body: { permission: 'commenter', expires_in_days: 7 },
  }),
  'shareLinks.create': async () => ({
    body: { ...LINK_SETTINGS, kind: 'set', ids: [(await mine()).video_id], permission: 'approver' },
  }),
  'shareLinks.listAll': async () => ({
    query: { collection_id: (await mine()).collection_id, selects_id: await selectsId(), kind: 'box' },
  }),
  'shareLinks.change': async () => {
    const { id, video_id } = await shared()
    const given = { kind: 'stack', ids: [video_id], permission: 'viewer', paused: true }
    return { params: { id }, body: { ...LINK_SETTINGS, ...given } }
  },
  'shareLinks.address': async () => ({ params: { id: (await shared()).id } }),
  'shareLinks.visits': async () => ({ params: { id: (await shared()).id } }),
  'shareLinks.files': async () => ({ params: { id: (await shared()).id } }),
  'shareLinks.list': async () => ({ params: { video_id: (await mine()).video_id } }),
  'shareLinks.revoke': async () => ({ params: { id: (await shared()).id } }),
  'sharing.validate': async () => ({ params: { share_token: (await shared()).token } }),
  'sharing.unlock': async () => ({
    params: { share_token: (await shared()).token },
    body: { name: 'Kim', email: 'kim@example.org', password: 'autumn leaves', code: '12345678' },
    headers: { 'x-guest-key': 'a key of a browser' },
  }),
  'sharing.room': async () => ({ headers: { 'x-share-token': (await shared()).token } }),
  'sharing.chooseMail': async () => {
    const { id, token } = await shared()
    const guest_key = 'a key of a browser'
    const proven = { contact_email: 'kim@example.org', confirmed_at: new Date() }
    await api.db
      .insertInto('guests')
      .values({ link_id: id, name: 'Kim', key_hash: hashToken(guest_key), ...proven })
      .execute()
    return { body: { mail: true }, headers: { 'x-share-token': token, 'x-guest-key': guest_key } }
  },
  'sharing.download': async () => {
    const { video_id, token } = await shared()
    return { params: { video_id }, query: { file: 'original' }, headers: { 'x-share-token': token } }
  },
  'sharing.watched': async () => {
    const { video_id, token } = await shared()
    const headers = { 'x-share-token': token, 'x-guest-key': 'a key of a browser' }
    return { params: { video_id }, body: { ranges: [[0, 2.5]] }, headers }
  },
  'sharing.video': async () => {
    const { video_id, token } = await shared()
    return { params: { video_id }, query: PAGE, headers: { 'x-share-token': token } }
  },
  'indexing.overview': () => ({}),
  'indexing.pause': () => ({}),
  'indexing.resume': () => ({}),
  'indexing.retry': async () => ({ body: { video_id: await failedStage() } }),
  'models.list': () => ({}),
  'models.download': () => ({}),
  'models.allow': async () => ({ body: { engine: await refusedEngine(), allowed: true } }),
  'selects.list': () => ({}),
  'selects.create': () => ({ body: { name: 'Selects', note: 'For Friday' } }),
  'selects.get': async () => ({ params: { id: await selectsId() } }),
  'selects.change': async () => ({
    params: { id: await selectsId() },
    body: { name: 'Selects', note: 'For Monday', revision: 1 },
  }),
  'selects.delete': async () => ({ params: { id: await selectsId() } }),
  'selects.restore': async () => {
    const id = await selectsId()
    await api.delete(`/api/selects/${id}`, person)
    return { params: { id } }
  },
  'selects.duplicate': async () => ({ params: { id: await selectsId() } }),
  'selects.addItems': async () => ({
    params: { id: await selectsId() },
    body: {
      items: [{ video_id: await playedVideo(), start_time: 1, end_time: 2, note: 'Boat', source: SEARCHED }],
      idempotency_key: 'a key',
    },
  }),
  'selects.setItems': async () => ({
    params: { id: await selectsId() },
    body: {
      items: [{ video_id: await playedVideo(), start_frame: 0, end_frame: 5, note: 'Boat', source: SEARCHED }],
      revision: 1,
    },
  }),
  'selects.export': async () => ({ params: { id: await selectsId() }, query: { format: 'otio', rate: '25' } }),
  'selects.render': async () => ({
    // A person has few renderings at a time.
    as: await api.person(person),
    params: { id: await selectsId() },
    body: { size: '720p', rate: '25', burn_in: ['name'], index_id: null },
  }),
  'site.get': () => ({}),
  'stills.cut': async () => {
    const { video_id, comment_id } = await commented()
    return { params: { video_id }, body: { comment_ids: [comment_id], drawings: true } }
  },
  'subscriptions.current': () => ({}),
  'subscriptions.changePlan': async () => ({ as: await api.person(), body: { plan_type: 'PRO' } }),
  'subscriptions.cancel': async () => ({ as: await api.person(undefined, 'PRO') }),
  'subscriptions.portal': () => ({}),
  'subscriptions.webhook': () => ({}),
  'transcripts.get': async () => ({ params: await transcribed(), query: PAGE }),
  'transcripts.edit': async () => ({
    params: await transcribed(),
    body: { revision: 0, edits: [{ start_time: 1, end_time: 2, text: 'Good evening' }] },
  }),
  'transcripts.replace': async () => ({
    params: await transcribed(),
    body: { revision: 0, find: 'morning', replace: 'evening', match_case: true, whole_words: true, dry_run: false },
  }),
  'transcripts.nameSpeaker': async () => ({
    params: await transcribed(),
    body: { revision: 0, name: 'Ana', from: 'Speaker 1', start_time: null, end_time: null },
  }),
  'transcripts.importSubtitles': async () => ({
    params: await transcribed(),
    body: {
      revision: 0,
      file_name: 'harbour.srt',
      text: '1\n00:00:01,000 --> 00:00:02,000\nGood evening\n',
      track: null,
    },
  }),
  'transcripts.tracks': async () => ({ params: await transcribed() }),
  'transcripts.edits': async () => ({ params: await transcribed() }),
  'transcripts.undo': edited,
  'transcripts.redo': edited,
  'uploads.find': async () => {
    const { collection_id: index_id } = await mine()
    return {
      query: {
        index_id,
        relative_path: 'Day 2/one.mp4',
        fingerprint: 'a'.repeat(64),
        file_size: '5',
        sha256: 'b'.repeat(64),
      },
    }
  },
  'uploads.list': () => ({}),
  'usage.get': () => ({}),
  // Nobody listens there, and no worker asks.
  'videos.importUrl': async () => ({
    body: { index_id: (await mine()).collection_id, url: 'http://127.0.0.1:9/harbour.mp4' },
  }),
  'videos.upload': async () => {
    const { collection_id, video_id } = await mine()
    const file = { file_type: 'video/mp4', file_extension: 'mp4', file_size: 5 }
    return { body: { index_id: collection_id, version_of: video_id, ...file } }
  },
  'videos.addRecords': async () => {
    const { collection_id, video_id } = await mine()
    const file = { file_name: 'match.mp4', file_extension: 'mp4', file_size: 5, file_url: 'https://example.org/a' }
    return { body: { index_id: collection_id, file_id: video_id, version_of: null, ...file } }
  },
  'videos.rename': async () => ({ body: { id: (await mine()).video_id, new_name: 'Other' } }),
  'videos.move': async () => ({
    body: { index_id: (await mine()).collection_id, video_ids: [(await mine()).video_id] },
  }),
  'deletionPreview.get': async () => ({ body: { video_ids: [(await mine()).video_id] } }),
  'videos.delete': async () => {
    const { collection_id, video_id } = await mine()
    return { body: { id: video_id, index_id: collection_id, file_extension: 'mp4', keep_comments: false } }
  },
  'videos.retry': async () => {
    const { video_id } = await mine()
    await api.db.updateTable('videos').set({ status: 'ERROR' }).where('id', '=', video_id).execute()
    return { body: { video_id } }
  },
  'videos.languages': async () => ({}),
  'videos.setLanguage': async () => ({ body: { video_id: (await mine()).video_id, language: null } }),
  'videos.setSound': async () => ({ body: { video_id: (await mine()).video_id, sound: null } }),
  'videos.downloadUrl': async () => ({ params: { video_id: (await mine()).video_id } }),
  'videos.details': async () => ({ params: { video_id: (await mine()).video_id }, query: PAGE }),
  'lightCopies.request': async () => ({ params: { video_id: (await mine()).video_id } }),
  'storyboards.sheets': async () => ({ params: { video_id: (await mine()).video_id } }),
  'versions.list': async () => ({ params: { video_id: (await mine()).video_id } }),
  'versions.stack': async () => {
    const { collection_id, video_id } = await mine()
    return { params: { video_id }, body: { onto: await api.aVideo(person, collection_id) } }
  },
  'versions.unstack': async () => ({ params: { video_id: (await mine()).video_id } }),
  'videos.downloadClip': async () => ({ body: { video_id: (await mine()).video_id, start_time: 1, end_time: 2 } }),
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
async function pastSearch(): Promise<string> {
  const { collection_id } = await mine()
  return (await rememberSearch(api.db, person.id, { collection_id, query: 'boat', types: [] })).id
}
const apiKey = async () => (await createKey(api.db, { user_id: person.id, name: 'Script', scopes: ['read'] })).row.id
async function invited(): Promise<string> {
  const [email, company_id, invited_by] = [`${randomUUID()}@example.org`, person.company_id, person.id]
  await api.db.transaction().execute((to) => saveInvitation(to, { email, company_id, invited_by }))
  return email
}
async function playedVideo(): Promise<string> {
  const { collection_id } = await mine()
  return await api.aVideo(person, collection_id, { duration: 10, frame_rate_num: 25, frame_rate_den: 1 })
}
const mine = () => api.aCollectionWithVideo(person)
/** Selects with one piece, by their id. */
async function selectsId(): Promise<string> {
  const { id } = (await api.post('/api/selects', { name: 'Selects' }, person)).json
  const items = [{ video_id: await playedVideo(), start_frame: 0, end_frame: 5 }]
  await api.post(`/api/selects/${id}/items`, { items }, person)
  return id
}
/** A video in which somebody says good morning. */
async function transcribed(): Promise<{ video_id: string }> {
  const { video_id } = await mine()
  await api.db.insertInto('video_stages').values({ video_id, stage: 'speech', engine: 'heard-1' }).execute()
  await api.db
    .insertInto('cues')
    .values(saidRows(video_id, 'heard-1', [{ start: 1, text: 'Good morning', speaker: 1 }]))
    .execute()
  return { video_id }
}
async function edited() {
  const { video_id } = await transcribed()
  const body = { revision: 0, edits: [{ start_time: 1, end_time: 2, text: 'Good evening' }] }
  const { edit_id } = (await api.put(`/api/transcripts/${video_id}`, body, person)).json
  return { params: { video_id }, body: { edit_id } }
}
async function failedStage(): Promise<string> {
  const { video_id } = await mine()
  const failure = { errors: 3, error: 'The engine broke off.', given_up: true }
  await api.db
    .insertInto('due_stages')
    .values({ video_id, stage: 'visual', engine: 'test-1', ...failure })
    .execute()
  return video_id
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
async function commented(): Promise<{ video_id: string; comment_id: string }> {
  const { video_id } = await mine()
  return { video_id, comment_id: (await api.aComment(person, video_id)).id }
}
export async function shared(): Promise<{ video_id: string; id: string; token: string }> {
  const { video_id } = await mine()
  const items = [{ video_id }]
  return { video_id, ...(await aLink({ permission: 'commenter', download: 'original', expires_at: null, items })) }
}
async function aLink(made: NewLink): Promise<{ id: string; token: string }> {
  const maker = { user_id: person.id, company_id: person.company_id }
  const { link, token } = await api.db
    .transaction()
    .execute((transaction) => createLink(transaction, { config: api.config }, maker, made))
  return { id: link.id, token }
}
/** A box, and a file that a guest has sent into it. */
async function aBox(): Promise<{ headers: Record<string, string>; file_id: string }> {
  const { collection_id, video_id } = await mine()
  const settings = { message: '', max_files: 2, max_bytes: 1_000_000, expires_at: new Date(Date.now() + 86_400_000) }
  const { id, token } = await aLink({ ...settings, kind: 'box', permission: 'viewer', items: [{ collection_id }] })
  const sent = { id: video_id, link_id: id, key_hash: hashToken('a key of a browser'), file_size: 5 }
  await api.db.insertInto('box_files').values(sent).execute()
  return { headers: { 'x-share-token': token, 'x-guest-key': 'a key of a browser' }, file_id: video_id }
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
