// Past 400 lines: it makes every call of the product.
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Endpoint } from '@footnote/contract/calls/endpoint.ts'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { Video, VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { ALL_COLLECTIONS } from '@footnote/contract/nouns/output/search.ts'
import { expect, inject, test } from 'vitest'
import { newAddress } from '../../seed/rows/people.ts'
import { startFilmServer } from '../../server/test/film-server.ts'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { createMember, createReviewCollection, postFile, uploadVideo } from '../calls.ts'
import { type Caller, ContractClient } from '../contract-client.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { PATIENCE } from '../steps.ts'

// Somebody's program calls the whole API of a running product.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('contract')
const {
  accounts,
  approvals,
  collections,
  videos,
  versions,
  review,
  comments,
  sharing,
  shareLinks,
  companies,
  subscriptions,
} = endpoints
const { commentExports, commentImports, live, stills } = endpoints
const { boxes, lightCopies, people, storyboards } = endpoints
const { carry, ...commentCalls } = comments
const { downloadClip, languages, ...fileCalls } = videos

/** Every call that the specification names in its section 7, and those by which one signs in. */
const SPECIFIED = `
  GET /api/indexes
  GET /api/sample_indexes
  GET /api/indexes/{}
  POST /api/create_index
  POST /api/rename-collection
  POST /api/delete_index
  GET /api/query_index
  POST /api/image_search
  POST /api/download_clip
  POST /api/upload
  POST /api/add_records
  POST /api/delete_video
  POST /api/retry-indexing
  GET /api/generate-download-url/{}
  GET /api/get_video_details/{}
  GET /api/quick-review/review_collections
  POST /api/quick-review/create_review_collection
  POST /api/quick-review/rename-collection
  POST /api/quick-review/delete_collection
  GET /api/quick-review/comments/{}
  GET /api/quick-review/comments/{}/{}
  DELETE /api/quick-review/comments/{}/{}
  POST /api/quick-review/create-comment/{}
  PUT /api/quick-review/update-comment/{}/{}
  GET /api/quick-review/comment-suggestions/{}
  GET /api/sharing_router/get_shared_video_details/{}
  GET /api/sharing_router/validate-share-token/{}
  POST /api/sharing_router/create-share-link/{}
  GET /api/get_notifications
  POST /api/handle_notification
  GET /api/get_user_details
  GET /api/get_usage
  POST /api/forgot-password
  POST /api/reset-password
  POST /api/change-password
  POST /api/verify_code
  POST /api/resend_verification_code
  GET /api/company/company_details
  POST /api/company/invite_users
  POST /api/company/resend_invite
  POST /api/company/delete_user
  POST /api/company/is_token_valid
  POST /api/user/finish_onboarding
  GET /api/subscription/current
  POST /api/subscription/change-plan
  POST /api/subscription/cancel
  POST /api/signup
  POST /api/login
  POST /api/token/refresh
  POST /api/logout`
  .trim()
  .split('\n')
  .map((line) => line.trim())

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path.replace(/:\w+/g, '{}')}`
const namesOf = (list: Iterable<Endpoint>): string[] => [...list].map(nameOf).sort()

type Calls = Readonly<Record<string, Endpoint>>
const callsOf = (parts: readonly Calls[]): Endpoint[] => parts.flatMap((part) => Object.values(part))
/** All calls that the tests below make. */
const covered: Endpoint[] = []

/** Adds a test, and expects that it makes every one of these calls, with success if the specification names it. */
function program(title: string, parts: readonly Calls[], run: (client: ContractClient) => Promise<void>): void {
  const calls = callsOf(parts)
  covered.push(...calls)
  test(title, async () => {
    const client = new ContractClient(product.origin)
    await run(client)
    const made = (list: ReadonlySet<Endpoint>) => namesOf(calls.filter((call) => list.has(call)))
    expect([...made(client.answered), ...made(client.refused)].sort()).toEqual(namesOf(calls))
    const specified = namesOf(calls).filter((name) => SPECIFIED.includes(name))
    expect(made(client.answered)).toEqual(expect.arrayContaining(specified))
  })
}

const PASSWORDS = ['the first of three', 'the second of three', 'the third of three'] as const
const NAME = { first_name: 'Ada', last_name: 'Lovelace' }

/** Waits until a collection has a video that fulfils a condition. */
async function videoOnce(
  client: ContractClient,
  session: Caller,
  collectionId: string,
  is: (video: Video) => boolean,
): Promise<VideoDetail> {
  let found: Video | undefined
  const look = async () => {
    found = (await client.call(collections.detail, { params: { id: collectionId }, query: {} }, session)).videos.find(
      is,
    )
    return found !== undefined
  }
  await expect.poll(look, { timeout: PATIENCE }).toBe(true)
  return await client.call(videos.details, { params: { video_id: found!.id }, query: {} }, session)
}

/** A sample film with one version: the other one brings comments. */
async function sampleFilm(client: ContractClient, session: Caller): Promise<VideoDetail> {
  const [samples] = (await client.call(collections.samples, {}, session)).indexes
  return await videoOnce(
    client,
    session,
    samples!.id,
    ({ status, subtitle_url, version_count }) => status === 'SUCCESS' && subtitle_url !== null && version_count === 1,
  )
}

/** A file that cannot be indexed. */
const NO_VIDEO = 'This is no video.'

program('an account is confirmed, signs in and out, and changes all its facts', [accounts], async (client) => {
  const email = newAddress('ada')
  const login = (address: string, password: string) =>
    client.call(accounts.login, { body: { email: address, password } })
  await client.call(accounts.signup, { body: { ...NAME, email, password: PASSWORDS[0], company_name: 'Engines' } })
  let session = await client.call(accounts.verifyCode, { body: { email, code: await product.code(email) } })
  await client.call(accounts.resendCode, { body: { email: newAddress('ada') } })
  const second = await login(email, PASSWORDS[0])
  const { refresh } = await client.call(accounts.refresh, { body: { refresh: second.refresh } })
  await client.call(accounts.logout, { body: { refresh } })
  const details = await client.call(accounts.updateName, { body: { ...NAME, first_name: 'Augusta' } }, session)
  expect(await client.call(accounts.details, {}, session)).toEqual(details)
  const change = { old_password: PASSWORDS[0], new_password: PASSWORDS[1] }
  await client.call(accounts.changePassword, { body: change }, session)
  const confirmed = await product.code(email)
  await client.call(accounts.forgotPassword, { body: { email } })
  // Mails are sent after the answer, so that its time does not show whether an address has an account.
  await expect.poll(() => product.code(email)).not.toBe(confirmed)
  const reset = { email, code: await product.code(email), new_password: PASSWORDS[2] }
  await client.call(accounts.resetPassword, { body: reset })
  session = await login(email, PASSWORDS[2])
  const next = newAddress('ada')
  await client.call(accounts.changeEmail, { body: { email: next, password: PASSWORDS[2] } }, session)
  const user = await client.call(accounts.confirmEmail, { body: { code: await product.code(next) } }, session)
  expect(user).toMatchObject({ email: next, first_name: 'Augusta' })
  session = await login(next, PASSWORDS[2])
  await client.call(accounts.signOutEverywhere, {}, session)
})

const searched = [collections, endpoints.search, endpoints.searchHistory, { languages }]
program('collections are made, renamed and deleted, and the samples searched', searched, async (client) => {
  const session = await addPerson(product)
  const choices = { process_visual: true, process_ocr: true, process_audio: true }
  const { id } = await client.call(collections.create, { body: { index_name: 'Rushes', ...choices } }, session)
  await client.call(collections.rename, { body: { id, new_name: 'Harbour' } }, session)
  const [language = 'en'] = (await client.call(languages, {}, session)).languages
  await client.call(collections.setLanguage, { body: { id, language } }, session)
  expect((await client.call(collections.list, {}, session)).indexes).toMatchObject([{ id, name: 'Harbour' }])
  await client.call(collections.delete, { body: { id } }, session)
  const sample = await sampleFilm(client, session)
  const index_id = sample.collection_id
  const asked = { index_id, query: 'harbour', search_type: 'VISUAL,CONVERSATION,TEXT_IN_VIDEO', temperature: 0.5 }
  const found = await client.call(endpoints.search.query, { query: asked }, session)
  const everywhere = await client.call(endpoints.search.query, { query: { ...asked, index_id: 'all' } }, session)
  expect(everywhere.matches.map(({ video_id, start_time }) => [video_id, start_time])).toEqual(
    found.matches.map(({ video_id, start_time }) => [video_id, start_time]),
  )
  const { searchHistory } = endpoints
  const past = await client.call(searchHistory.remember, { body: { index_id, query: 'harbour', types: [] } }, session)
  await client.call(searchHistory.save, { params: { id: past.id }, body: { saved: true } }, session)
  await client.call(searchHistory.clear, {}, session)
  const { searches } = await client.call(searchHistory.list, {}, session)
  expect(searches).toMatchObject([{ id: past.id, query: 'harbour', saved: true }])
  const everywhere_too = { index_id: ALL_COLLECTIONS, query: 'harbour', types: [] }
  expect(await client.call(searchHistory.remember, { body: everywhere_too }, session)).toMatchObject({
    index_id: ALL_COLLECTIONS,
    collection_name: null,
  })
  await client.call(searchHistory.forget, { params: { id: past.id } }, session)
  const form = new FormData()
  form.set('image', await (await fetch(new URL(sample.thumbnail_url!, product.origin))).blob(), 'picture.jpg')
  await client.call(endpoints.search.image, { query: { index_id, temperature: 0.5 }, form }, session)
})

const uploaded = [review, fileCalls, endpoints.deletionPreview, endpoints.uploads, versions, approvals, { carry }]
program('a file is uploaded by its form, added, indexed, retried and deleted', uploaded, async (client) => {
  const session = await addPerson(product)
  const { id: index_id } = await client.call(review.create, { body: { collection_name: 'Rushes' } }, session)
  await client.call(review.rename, { body: { id: index_id, new_name: 'Cuts' } }, session)
  const lists = await client.call(review.list, {}, session)
  expect(lists.review_collections).toMatchObject([{ id: index_id, name: 'Cuts' }])
  const file = new Blob([NO_VIDEO], { type: 'video/mp4' })
  const facts = { index_id, file_extension: 'mp4', file_size: file.size }
  const slot = await client.call(videos.upload, { body: { ...facts, file_type: file.type } }, session)
  const sent = await postFile(product.origin, slot.url, file)
  expect(sent.status).toBe(204)
  const record = { ...facts, file_id: slot.file_id, file_name: 'cut.mp4', file_url: slot.download_url }
  const { video } = await client.call(videos.addRecords, { body: record }, session)
  expect(video).toMatchObject({ id: slot.file_id, status: 'PENDING' })
  await videoOnce(client, session, index_id, ({ status }) => status === 'FAILED')
  await client.call(videos.setLanguage, { body: { video_id: video.id, language: 'en' } }, session)
  // A file without a picture has no known sound track.
  await client.refusal(videos.setSound, { body: { video_id: video.id, sound: 'mix' } }, session)
  await client.call(videos.retry, { body: { video_id: video.id } }, session)
  const { url } = await client.call(videos.downloadUrl, { params: { video_id: video.id } }, session)
  expect(await (await fetch(new URL(url, product.origin))).text()).toBe(NO_VIDEO)
  const renamed = await client.call(videos.rename, { body: { id: video.id, new_name: 'The cut' } }, session)
  expect(renamed.file_name).toBe('The cut.mp4')
  await videoOnce(client, session, index_id, ({ status }) => status === 'FAILED')
  const { id: other } = await client.call(review.create, { body: { collection_name: 'Finals' } }, session)
  const move = (to: string) => client.call(videos.move, { body: { index_id: to, video_ids: [video.id] } }, session)
  expect(await client.call(endpoints.uploads.list, {}, session)).toEqual({ uploads: [] })
  const file_of_folder = { index_id, relative_path: 'Day 2/one.mp4', fingerprint: 'a'.repeat(64), file_size: 1 }
  const found = await client.call(endpoints.uploads.find, { query: file_of_folder }, session)
  expect(found).toEqual({ video: null, compares: false })
  expect(await move(other)).toMatchObject({ moved: [video.id], kept: [] })
  expect((await client.call(collections.detail, { params: { id: other }, query: {} }, session)).videos).toHaveLength(1)
  await move(index_id)
  const again = await client.call(
    videos.upload,
    { body: { ...facts, file_type: file.type, version_of: video.id } },
    session,
  )
  expect((await postFile(product.origin, again.url, file)).status).toBe(204)
  const second = { ...record, file_id: again.file_id, version_of: video.id }
  expect((await client.call(videos.addRecords, { body: second }, session)).video).toMatchObject({ version: 2 })
  const of = { params: { video_id: again.file_id } }
  expect((await client.call(versions.list, of, session)).versions).toHaveLength(2)
  expect((await client.call(versions.unstack, of, session)).versions).toMatchObject([{ version: 1 }])
  const onto = { ...of, body: { onto: video.id } }
  expect((await client.call(versions.stack, onto, session)).versions).toMatchObject([{ version: 3 }, { version: 1 }])
  const said = { content: 'Hold this longer', start_time: 0 }
  const { id: comment_id } = await client.call(comments.create, { params: { video_id: video.id }, body: said }, session)
  const carried = { params: { video_id: again.file_id, comment_id }, body: { start_time: 1 } }
  expect(await client.call(carry, carried, session)).toMatchObject({ carried: true, start_time: 1 })
  const shown = { params: { video_id: again.file_id } }
  const set = { ...shown, body: { review_status: 'changes_requested' as const } }
  expect((await client.call(approvals.setStatus, set, session)).review_status).toBe('changes_requested')
  const decided = { ...shown, body: { verdict: 'approved' as const, note: 'Lovely' } }
  const [mine] = (await client.call(approvals.decide, decided, session)).reviewers
  const asked = { ...shown, body: { reviewers: [{ user_id: mine!.user_id! }], due_at: '2999-11-30T17:00:00Z' } }
  expect(await client.call(approvals.request, asked, session)).toMatchObject({ review_status: 'approved' })
  expect(await client.call(approvals.get, shown, session)).toMatchObject({ due_at: '2999-11-30T17:00:00.000Z' })
  const { entries } = await client.call(approvals.log, { ...shown, query: {} }, session)
  expect(entries.map(({ action }) => action)).toEqual(['status', 'verdict', 'request'])
  const films = await startFilmServer()
  const talk = films.serve('/talk.mp4', { content: Buffer.from(NO_VIDEO) })
  const fetched = (await client.call(videos.importUrl, { body: { index_id, url: talk } }, session)).video
  expect(fetched).toMatchObject({ file_name: 'talk.mp4', status: 'PENDING', file_size: null })
  await videoOnce(client, session, index_id, ({ id, status }) => id === fetched.id && status === 'FAILED')
  await films.close()
  const going = await client.call(endpoints.deletionPreview.get, { body: { video_ids: [video.id] } }, session)
  expect(going).toMatchObject({ resolved: 0, selects: [] })
  await client.call(videos.delete, { body: { id: video.id, index_id, file_extension: 'mp4' } }, session)
  await client.call(review.delete, { body: { id: index_id } }, session)
})

const { link: linkEvents, ...liveCalls } = live
const discussed = [commentCalls, liveCalls, people, storyboards, lightCopies, stills, commentExports, commentImports]
program('a video is commented on and watched, and its transcript is read', discussed, async (client) => {
  const session = await addPerson(product)
  const sample = await sampleFilm(client, session)
  const video_id = sample.id
  const say = (more: object) =>
    client.call(comments.create, { params: { video_id }, body: { content: 'Hold this longer', ...more } }, session)
  const root = await say({ start_time: 1, end_time: 2 })
  const reply = await say({ parent_comment_id: root.id })
  const page = { page: 1, page_size: 50, sort: 'timeline' } as const
  const { items, index_id } = await client.call(comments.list, { params: { video_id }, query: page }, session)
  expect(items).toMatchObject([{ id: root.id, reply_count: 1 }])
  const of = { video_id, comment_id: root.id }
  expect((await client.call(comments.replies, { params: of }, session)).replies).toMatchObject([{ id: reply.id }])
  const edited = await client.call(comments.update, { params: of, body: { content: 'Hold this' } }, session)
  expect(edited.is_edited).toBe(true)
  const drawing = { v: 1 as const, shapes: [{ t: 'rect' as const, c: 'red' as const, w: 0.01, p: [0, 0, 0.5, 1] }] }
  await client.call(comments.update, { params: of, body: { content: 'Hold this', drawing } }, session)
  expect(await client.call(comments.drawing, { params: of }, session)).toEqual({ drawing })
  const which = { comment_ids: [root.id], drawings: true }
  await client.call(stills.cut, { params: { video_id }, body: which }, session)
  await client.call(commentExports.get, { params: { video_id }, query: { format: 'otio' } }, session)
  const preview = await client.call(commentExports.preview, { params: { video_id }, query: { format: 'md' } }, session)
  expect(preview).toMatchObject({ count: 1, lines: [expect.stringContaining('Hold this')] })
  const file = { format: 'csv', content: 'Time,Comment\n0:01,Hold that', dry_run: false } as const
  const { comments: imported } = await client.call(commentImports.run, { params: { video_id }, body: file }, session)
  const comment_ids = imported.map(({ id }) => id)
  const undone = await client.call(commentImports.undo, { params: { video_id }, body: { comment_ids } }, session)
  expect(undone).toEqual({ deleted: 1, kept: 0 })
  const resolve = (resolved: boolean) => client.call(comments.resolve, { params: of, body: { resolved } }, session)
  expect((await resolve(true)).resolved_at).not.toBeNull()
  expect((await resolve(false)).resolved_by).toBeNull()
  await client.call(comments.suggestions, { params: { index_id }, query: { query: 'hol' } }, session)
  await client.call(live.video, { query: {}, params: { video_id } }, session)
  await client.call(live.person, { query: { video_id } }, session)
  await client.call(live.here, { body: { here: randomUUID() } })
  await client.call(people.list, { params: { video_id }, query: { query: 'Ad' } }, session)
  await client.call(storyboards.sheets, { params: { video_id } }, session)
  await client.call(lightCopies.request, { params: { video_id } }, session)
  await client.call(comments.delete, { params: of }, session)
  expect(await client.call(comments.restore, { params: of }, session)).toMatchObject({ id: of.comment_id })
  await client.call(comments.delete, { params: of }, session)

  const words = await fetch(new URL(sample.subtitle_url!, product.origin))
  expect(words.headers.get('content-type')).toContain('text/vtt')
})

const byLink = [shareLinks, sharing, boxes, { linkEvents }]
program('a guest opens a video, a room and a box by links, which their maker changes', byLink, async (client) => {
  const session = await addPerson(product, { plan: 'TEAM' })
  const { id: video_id } = await sampleFilm(client, session)
  const params = { video_id }
  const holder = (share_url: string) => ({ share_token: new URL(share_url).pathname.split('/').at(-1)! })
  const body = { permission: 'commenter', expires_in_days: 7 } as const
  const made = await client.call(shareLinks.createForVideo, { params, body }, session)
  const guest = holder(made.share_url)
  expect(await client.call(sharing.validate, { params: guest }, guest)).toMatchObject({
    ...{ video_id, kind: 'version', permission: 'commenter', guest_name: null, shared_by: 'Ada Lovelace' },
    ...{ expires_at: made.expires_at, due_at: null, newer: 'none', locked: false, mail: null },
  })
  await client.call(sharing.video, { params, query: {} }, guest)
  await client.call(sharing.watched, { params, body: { ranges: [[0, 1]] } }, guest)
  expect(await client.refusal(sharing.download, { params, query: {} }, guest)).toBe('forbidden')
  expect(await client.refusal(sharing.chooseMail, { body: { mail: true } }, guest)).toBe('forbidden')
  const [listed] = (await client.call(shareLinks.list, { params }, session)).share_links
  const of = { params: { id: listed!.id } }
  expect((await client.call(shareLinks.listAll, { query: {} }, session)).share_links).toMatchObject([of.params])
  expect((await client.call(shareLinks.visits, of, session)).visits).toHaveLength(1)
  await client.call(shareLinks.address, of, session)
  const password = 'four quiet boats'
  await client.call(shareLinks.change, { ...of, body: { password } }, session)
  expect((await client.call(sharing.unlock, { params: guest, body: { password } }, guest)).pass).not.toBeNull()
  await client.call(shareLinks.revoke, of, session)

  const collection = await createReviewCollection(product, session, 'Cuts')
  const link = { ids: [collection], permission: 'viewer', expires_at: new Date(Date.now() + 86_400_000).toISOString() }
  const make = (kind: 'collection' | 'box') =>
    client.call(shareLinks.create, { body: { ...link, kind, permission: 'viewer' } }, session)
  const visitor = holder((await make('collection')).share_url)
  expect((await client.call(sharing.room, {}, visitor)).videos).toEqual([])
  await client.call(live.link, { query: {} }, visitor)
  const box = await make('box')
  const sender = holder(box.share_url)
  await client.call(boxes.read, {}, sender)
  expect(await client.refusal(boxes.takeBack, { params: { file_id: randomUUID() } }, sender)).toBe('not_found')
  expect((await client.call(shareLinks.files, { params: { id: box.link.id } }, session)).files).toEqual([])
})

const { matchComments, matchLists, selects, transcripts } = endpoints
const gathered = [matchComments, matchLists, selects, transcripts]
program('moments become comments, a list and selects, and a transcript is read only', gathered, async (client) => {
  const session = await addPerson(product)
  const sample = await sampleFilm(client, session)
  const { id: video_id, collection_id: index_id } = sample
  const moment = { video_id, start_time: 1, end_time: 2 }
  const sent = { items: [{ ...moment, score: 0.9, content: 'From a search' }], query: 'harbour', index_id }
  const { comments: written } = await client.call(matchComments.send, { body: sent }, session)
  expect(written).toMatchObject([{ video_id, source: { kind: 'search', query: 'harbour' } }])
  await client.call(comments.delete, { params: { video_id, comment_id: written[0]!.id } }, session)
  const listed = {
    format: 'csv' as const,
    query: 'harbour',
    items: [{ ...moment, score: 0.9, content: 'a boat', types: ['visual' as const] }],
  }
  await client.call(matchLists.make, { body: listed }, session)

  const { id } = await client.call(selects.create, { body: { name: 'Best of', note: '' } }, session)
  const of = { params: { id } }
  const { items } = await client.call(selects.addItems, { ...of, body: { items: [moment] } }, session)
  const { revision } = await client.call(selects.get, of, session)
  const named = await client.call(selects.change, { ...of, body: { name: 'Best', note: 'Of all', revision } }, session)
  const kept = items.map(({ id: item, start_frame, end_frame }) => ({
    id: item,
    start_frame,
    end_frame,
    note: 'Hold',
  }))
  const set = { ...of, body: { items: kept, revision: named.revision } }
  expect((await client.call(selects.setItems, set, session)).items).toMatchObject([{ note: 'Hold' }])
  await client.call(selects.export, { ...of, query: { format: 'edl' } }, session)
  await client.call(selects.duplicate, of, session)
  const clean = { size: '720p', rate: '25', burn_in: [] as [] } as const
  await client.call(selects.render, { ...of, body: clean }, session)
  await client.call(selects.delete, of, session)
  expect((await client.call(selects.restore, of, session)).name).toBe('Best')
  expect((await client.call(selects.list, {}, session)).selects).toHaveLength(2)

  const at = { params: { video_id } }
  const said = await client.call(transcripts.get, { ...at, query: {} }, session)
  expect(said.subtitle_word.length).toBeGreaterThan(0)
  expect((await client.call(transcripts.edits, at, session)).edits).toEqual([])
  expect((await client.call(transcripts.tracks, at, session)).tracks).toEqual([])
  const seen = { revision: said.revision }
  const refused = [
    await client.refusal(
      transcripts.importSubtitles,
      { ...at, body: { ...seen, file_name: 'a.srt', text: '1\n00:00:01,000 --> 00:00:02,000\nA\n' } },
      session,
    ),
    await client.refusal(
      transcripts.edit,
      { ...at, body: { ...seen, edits: [{ start_time: 0, end_time: 1, text: 'a' }] } },
      session,
    ),
    await client.refusal(transcripts.replace, { ...at, body: { ...seen, find: 'a', replace: 'b' } }, session),
    await client.refusal(
      transcripts.nameSpeaker,
      { ...at, body: { ...seen, name: 'Ana', from: 'Speaker 1' } },
      session,
    ),
    await client.refusal(transcripts.undo, { ...at, body: { edit_id: randomUUID() } }, session),
    await client.refusal(transcripts.redo, { ...at, body: { edit_id: randomUUID() } }, session),
  ]
  expect(refused).toEqual(Array.from({ length: 6 }, () => 'forbidden'))
})

const managed = [companies, subscriptions, endpoints.usage, endpoints.models, endpoints.indexing]
program('a company invites, promotes, removes, changes its plan, and reads its usage', managed, async (client) => {
  const session = await addPerson(product)
  const sample = await sampleFilm(client, session)
  const { email } = session
  const changed = await client.call(subscriptions.changePlan, { body: { plan_type: 'TEAM' } }, session)
  expect(changed).toMatchObject({ status: 'active', checkout_url: null })
  expect((await client.call(subscriptions.current, {}, session)).type).toBe('TEAM')
  const guest = newAddress('grace')
  await client.call(companies.invite, { body: { emails: [guest] } }, session)
  const first = await product.link(guest)
  await client.call(companies.resendInvite, { body: { email: guest } }, session)
  await expect.poll(() => product.link(guest)).not.toBe(first)
  const token = new URL(await product.link(guest)).searchParams.get('token')!
  expect(await client.call(companies.isTokenValid, { body: { email: guest, token } })).toEqual({ is_valid: true })
  const joined = { email: guest, token, first_name: 'Grace', last_name: 'Hopper', password: PASSWORDS[0] }
  await client.call(companies.finishOnboarding, { body: joined })
  await client.call(companies.makeAdmin, { body: { email: guest } }, session)
  await client.call(companies.deleteUser, { body: { email: guest } }, session)
  const { users } = await client.call(companies.details, {}, session)
  expect(users).toMatchObject([{ email, is_admin: true, read_only: false }])
  await client.call(companies.usageHistory, {}, session)
  await client.call(endpoints.usage.get, {}, session)
  await client.call(endpoints.models.list, {}, session)
  await client.call(endpoints.models.download, {}, session)
  const allowed = { body: { engine: 'nothing', allowed: true } }
  expect(await client.refusal(endpoints.models.allow, allowed, session)).toBe('not_found')
  await client.call(endpoints.indexing.pause, {}, session)
  expect(await client.call(endpoints.indexing.overview, {}, session)).toMatchObject({ paused: true })
  await client.call(endpoints.indexing.resume, {}, session)
  expect(await client.refusal(endpoints.indexing.retry, { body: { video_id: sample.id } }, session)).toBe(
    'not_retryable',
  )
  await client.call(subscriptions.cancel, {}, session)
  // This product takes no payments.
  expect(await client.refusal(subscriptions.portal, {}, session)).toBe('payments_off')
  expect(await client.refusal(subscriptions.webhook, { raw: '{}' })).toBe('not_found')
})

const { notifications } = endpoints
const notified = [notifications, { downloadClip }]
program('notifications are read and chosen, and one click ends their mails', notified, async (client) => {
  const session = await addPerson(product, { plan: 'TEAM' })
  const file = path.join(folder, 'Notes.mp4')
  await writeFile(file, NO_VIDEO)
  await uploadVideo(product, session, await createReviewCollection(product, session, 'Cuts'), file)
  const { id: video_id } = await sampleFilm(client, session)
  await client.call(downloadClip, { body: { video_id, start_time: 1, end_time: 2 } }, session)
  await createMember(product, session, { first_name: 'Grace', last_name: 'Hopper' })
  const listed = async () => (await client.call(notifications.list, {}, session)).notifications
  await expect
    .poll(async () => (await listed()).map(({ type }) => type), { timeout: PATIENCE })
    .toEqual(expect.arrayContaining(['VIDEO_FAILED', 'DOWNLOAD_CLIP', 'INVITE_ACCEPTED']))
  const { id } = (await listed())[0]!
  await client.call(notifications.handle, { body: { id, type: 'change_read' } }, session)
  expect((await listed()).find((one) => one.id === id)?.read).toBe(true)
  const link = new URL(await product.unsubscribeLink(session.email))
  const query = { token: link.searchParams.get('token')! }
  const { kind } = await client.call(notifications.askUnsubscribe, { query })
  if (kind === 'LINK') throw new Error('These mails are about a kind')
  await client.call(notifications.unsubscribe, { query, raw: 'List-Unsubscribe=One-Click' })
  const { settings } = await client.call(notifications.settings, {}, session)
  expect(settings).toContainEqual(expect.objectContaining({ kind, in_app: true, mail: false }))
  const wanted = { settings: [{ kind, in_app: true, mail: true }] } as const
  expect(
    (await client.call(notifications.changeSettings, { body: { settings: [...wanted.settings] } }, session)).settings,
  ).toContainEqual(expect.objectContaining(wanted.settings[0]))
})

const { apiKeys, accountData } = endpoints
const leaving = [apiKeys, accountData]
program('keys are revoked, data is exported, sessions end, an account is deleted', leaving, async (client) => {
  const { email, password, ...session } = await addPerson(product)
  const body = { name: 'Script', scopes: ['read' as const] }
  const { id, key } = await client.call(apiKeys.create, { body }, session)
  await client.call(collections.list, {}, { access: key })
  expect((await client.call(apiKeys.list, {}, session)).api_keys).toMatchObject([{ id, name: 'Script' }])
  await client.call(apiKeys.revoke, { params: { id } }, session)
  await client.call(accountData.export, {}, session)
  await client.call(accounts.signOutEverywhere, {}, session)
  const next = await client.call(accounts.login, { body: { email, password } })
  await client.call(accountData.delete, { body: { password } }, next)
})

program('anybody asks how the server is, and what it is for', [endpoints.health, endpoints.site], async (client) => {
  await client.call(endpoints.health.check, {})
  await client.call(endpoints.site.get, {})
})

test('the programs make every call of the contract, and every specified one is in it', () => {
  expect(namesOf(covered)).toEqual(namesOf(callsOf(Object.values(endpoints))))
  expect(namesOf(covered)).toEqual(expect.arrayContaining(SPECIFIED))
})
