import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { CommentSource } from '@footnote/contract/nouns/review/comments/source.ts'
import { unzipSync } from 'fflate'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { PASSWORD } from '../../../../../seed/rows/people.ts'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { queued } from '../../../../test/locks.ts'
import { silentLog, startProduct } from '../../../../test/product.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { JobContext, Jobs } from '../../../platform/queue/jobs.ts'
import { deleteVideo } from '../../library/videos/delete-video.job.ts'
import { exportData, removeOldExports } from './export-data.job.ts'

const api = await startProduct()
afterAll(() => api.close())

const details = (person: { access: string }) => api.get('/api/get_user_details', person)
const context: JobContext = { signal: new AbortController().signal, last_attempt: false, starts: 1, log: silentLog }
const refused = { password: 'not this' }

describe('name and address', () => {
  test('a person changes their name, and everybody sees it', async () => {
    const person = await api.person()
    const answer = await api.post('/api/update_name', { first_name: ' Grace ', last_name: 'Hopper' }, person)
    expect(answer.json).toMatchObject({ first_name: 'Grace', last_name: 'Hopper', email: person.email })
    expect((await api.post('/api/update_name', { first_name: '', last_name: 'H' }, person)).json.detail).toBe(
      'First Name is required',
    )
  })

  test('an address changes after its owner types the code mailed to it, and the old address gets a notice', async () => {
    const person = await api.person()
    const email = 'new@example.org'
    const wrong = await api.post('/api/change_email', { email, ...refused }, person)
    expect([wrong.status, wrong.json.code]).toEqual([400, 'password_wrong'])
    expect((await api.post('/api/change_email', { email, password: PASSWORD }, person)).status).toBe(200)
    expect((await details(person)).json.email).toBe(person.email)
    const again = await api.post('/api/change_email', { email, password: PASSWORD }, person)
    expect([again.status, again.json.code]).toEqual([429, 'rate_limited'])
    const right = await api.code()
    expect(
      (await api.post('/api/confirm_email', { code: right === '00000000' ? '1' : '00000000' }, person)).status,
    ).toBe(400)
    expect((await api.post('/api/confirm_email', { code: right }, person)).json).toMatchObject({ id: person.id, email })
    expect((await api.outbox()).at(-1)).toContain(`To: ${person.email}`)
    expect((await api.post('/api/confirm_email', { code: right }, person)).json.code).toBe('code_invalid')
    expect((await api.post('/api/login', { email, password: PASSWORD })).status).toBe(200)
  })

  test('with several requested addresses, the typed code decides', async () => {
    const person = await api.person()
    const codes: string[] = []
    for (const email of ['one@example.org', 'two@example.org']) {
      await api.db.deleteFrom('rate_counters').execute()
      expect((await api.post('/api/change_email', { email, password: PASSWORD }, person)).status).toBe(200)
      codes.push(await api.code())
    }
    const [first, second] = codes
    expect((await api.post('/api/confirm_email', { code: first }, person)).json.email).toBe('one@example.org')
    expect((await api.post('/api/confirm_email', { code: second }, person)).json.code).toBe('code_invalid')
  })

  test('only the owner of an address learns whether it has an account', async () => {
    const [person, other] = [await api.person(), await api.person()]
    const answer = await api.post('/api/change_email', { email: other.email, password: PASSWORD }, person)
    expect(answer.json).toEqual({ message: 'A code is on its way to the new address.' })
    expect((await api.outbox()).at(-1)).toContain('You already have a Footnote account')
  })

  test('a change of password sends a mail with the names of the keys that still work', async () => {
    const person = await api.person()
    const change = { old_password: PASSWORD, new_password: 'quite another one' }
    for (const common of ['123456', 'Dragon']) {
      const refused = await api.post('/api/change-password', { ...change, new_password: common }, person)
      expect([refused.status, refused.json.fields.new_password]).toEqual([
        400,
        'This password is too common. Please choose another one',
      ])
    }
    const { key } = (await api.post('/api/api_keys', { name: 'Nightly script', scopes: ['read'] }, person)).json
    expect((await api.post('/api/change-password', change, person)).status).toBe(200)
    const mail = (await api.outbox()).at(-1)
    expect(mail).toContain(`To: ${person.email}`)
    expect(mail).toContain('- Nightly script')
    expect((await api.get('/api/indexes', { access: key })).status).toBe(200)
  })

  test('signing up and setting a password by code refuse common passwords, and the code stays valid', async () => {
    const person = await api.person()
    const signup = { first_name: 'Ann', last_name: 'Lee', email: 'ann.lee@example.org', password: 'Password' }
    await api.post('/api/forgot-password', { email: person.email })
    const reset = { email: person.email, code: await api.code(), new_password: '12345678' }
    const answers = [await api.post('/api/signup', signup), await api.post('/api/reset-password', reset)]
    expect(answers.map(({ status, json }) => [status, json.fields])).toEqual([
      [400, { password: 'This password is too common. Please choose another one' }],
      [400, { new_password: 'This password is too common. Please choose another one' }],
    ])
    const good = await api.post('/api/reset-password', { ...reset, new_password: 'quite another one' })
    expect(good.status).toBe(200)
  })

  test('signing out everywhere ends every session', async () => {
    const person = await api.person()
    const other = (await api.post('/api/login', { email: person.email, password: PASSWORD })).json
    expect((await api.post('/api/sign_out_everywhere', {}, other)).status).toBe(200)
    expect([(await details(person)).status, (await details(other)).status]).toEqual([401, 401])
    expect((await api.post('/api/token/refresh', { refresh: person.refresh })).status).toBe(401)
  })

  describe.each([
    ['signing out everywhere', (person: Person) => api.post('/api/sign_out_everywhere', {}, person)],
    ['logging out', ({ refresh }: Person) => api.post('/api/logout', { refresh })],
  ])('%s', (_what, end) => {
    const refresh = ({ refresh }: { refresh: string }) => api.post('/api/token/refresh', { refresh })
    const locked = (person: Person) => (db: Database) =>
      db.selectFrom('users').select('id').where('id', '=', person.id).forUpdate().execute()

    test('also ends the result of a refresh in progress', async () => {
      const person = await api.person()
      const [made] = await queued(api.db, locked(person), [() => refresh(person), () => end(person)])
      expect(made?.status).toBe(200)
      expect([(await details(person)).status, (await details(made?.json)).status]).toEqual([401, 401])
      expect((await refresh(made?.json)).status).toBe(401)
    })

    test('in progress refuses a later refresh', async () => {
      const person = await api.person()
      const [, late] = await queued(api.db, locked(person), [() => end(person), () => refresh(person)])
      expect([late?.status, (await details(person)).status]).toEqual([401, 401])
    })
  })
})

describe('my data', () => {
  test('arrive as a ZIP of everything but the films, by a notification, and never by an API key', async () => {
    const person = await api.person(undefined, 'TEAM')
    const { collection_id, video_id } = await api.aCollectionWithVideo(person)
    const subtitle_key = `videos/${video_id}/subtitles.vtt`
    await api.storage.write(subtitle_key, Readable.from([Buffer.from('WEBVTT\n')]), 'text/vtt')
    await api.db
      .updateTable('videos')
      .set({ subtitle_key, file_name: '../a/b.mp4' })
      .where('id', '=', video_id)
      .execute()
    const { id } = await api.aComment(person, video_id, { content: 'Lovely — ça va', mentions: [person.id] })
    const source: CommentSource = { kind: 'import' }
    await api.db
      .updateTable('comments')
      .set({ source: JSON.stringify(source) })
      .where('id', '=', id)
      .execute()
    expect((await api.post(`/api/quick-review/verdict/${video_id}`, { verdict: 'approved' }, person)).status).toBe(200)
    const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ana>We left.\n'
    const brought = { revision: 0, file_name: 'harbour.vtt', text }
    expect((await api.post(`/api/transcripts/${video_id}/subtitles`, brought, person)).status).toBe(200)
    const edits = [{ start_time: 1.5, end_time: 2, text: 'sailed.' }]
    expect((await api.put(`/api/transcripts/${video_id}`, { revision: 1, edits }, person)).status).toBe(200)
    await api.post('/api/search_history', { index_id: collection_id, query: 'the cat' }, person)
    await api.post('/api/search_history', { index_id: 'all', query: 'a dog' }, person)
    await api.takeJobs('export-data')
    expect((await api.post('/api/export_data', {}, person)).status).toBe(200)
    const [job] = await api.takeJobs('export-data')
    const payload = job?.data as Jobs['export-data']
    for (let again = 0; again < 2; again += 1) await exportData(api)(payload, context)
    const { notifications } = (await api.get('/api/get_notifications', person)).json
    expect(notifications).toMatchObject([{ type: 'DATA_EXPORT', error: null }])
    const { key } = (await api.post('/api/api_keys', { name: 'Script', scopes: ['read', 'write'] }, person)).json
    expect((await api.get('/api/get_notifications', { access: key })).json.notifications).toEqual([
      { ...notifications[0], download_file: null },
    ])
    const answer = await fetch(`${api.base}${notifications[0].download_file}`)
    expect(answer.headers.get('content-disposition')).toContain('footnote-data-')
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    const name = `videos/__a_b.mp4 ${video_id}`
    expect(Object.keys(files).sort()).toEqual(
      [
        ...['README.txt', 'profile.json', 'collections.json', `${name}.json`, `${name}.vtt`],
        ...[
          'comments.json',
          'mentions.json',
          'placed-comments.json',
          'share-links.json',
          'reviews.json',
          'transcripts.json',
          'notifications.json',
          'searches.json',
          'selects.json',
          'uploads.json',
          'usage.json',
        ],
      ].sort(),
    )
    const read = (file: string) => Buffer.from(files[file] ?? []).toString()
    expect(JSON.parse(read('profile.json'))).toMatchObject({ email: person.email, company: 'Company' })
    const mentions = ['Ada Lovelace']
    expect(JSON.parse(read('comments.json'))).toMatchObject([{ content: 'Lovely — ça va', source, mentions }])
    expect(JSON.parse(read('mentions.json'))).toEqual([expect.objectContaining({ comment_id: id, video_id })])
    expect(JSON.parse(read(`${name}.json`))).toMatchObject({ comments: [{ source }] })
    expect(JSON.parse(read('reviews.json'))).toMatchObject({ verdicts: [{ video_id, verdict: 'approved' }] })
    const line = { start_time: 1, end_time: 2, speaker: 1, words: [{ word: 'We' }, { word: 'left.' }] }
    expect(JSON.parse(read('transcripts.json'))).toMatchObject({
      words: [{ video_id, kind: 'words', words: [{ word: 'sailed.' }] }],
      imports: [{ video_id, file_name: 'harbour.vtt', language: expect.any(String), speakers: ['Ana'], lines: [line] }],
    })
    expect(JSON.parse(read('searches.json'))).toMatchObject([
      { collection_id, query: 'the cat', saved: false },
      { collection_id: null, query: 'a dog' },
    ])
    expect(read(`${name}.vtt`)).toBe('WEBVTT\n')
    expect(Object.keys(files).map(read).join()).not.toContain('password')

    await api.db
      .updateTable('notifications')
      .set({ created_at: new Date(0) })
      .where('user_id', '=', person.id)
      .execute()
    await removeOldExports(api.db, api.storage)
    expect((await api.get('/api/get_notifications', person)).json.notifications[0].download_file).toBeNull()
  })
})

describe('deleting an account', () => {
  const remove = (person: Person, body: object = { password: PASSWORD }) =>
    api.post('/api/delete_account', body, person)
  const rows = async (table: 'collections' | 'videos' | 'companies' | 'users', id: string) =>
    (await api.db.selectFrom(table).select('id').where('id', '=', id).execute()).length

  test('needs the password', async () => {
    const person = await api.person()
    expect((await remove(person, refused)).json.code).toBe('password_wrong')
    expect((await details(person)).status).toBe(200)
  })

  test('of the only member deletes everything: company, collections, videos with their files, keys, sessions', async () => {
    const person = await api.person()
    const { collection_id, video_id } = await api.aCollectionWithVideo(person)
    const { key } = (await api.post('/api/api_keys', { name: 'Script', scopes: ['read'] }, person)).json
    const file = { index_id: collection_id, file_type: 'video/mp4', file_extension: 'mp4', file_size: 5 }
    expect((await api.post('/api/upload', file, person)).status).toBe(200)
    await api.aComment(person, video_id, { content: 'Gone soon' })
    await api.takeJobs('delete-video')
    expect((await remove(person)).status).toBe(200)
    expect((await details(person)).status).toBe(401)
    expect((await api.get('/api/indexes', { access: key })).status).toBe(401)
    expect((await api.post('/api/login', { email: person.email, password: PASSWORD })).status).toBe(401)
    expect([await rows('users', person.id), await rows('companies', person.company_id)]).toEqual([0, 0])
    const jobs = await api.takeJobs('delete-video')
    expect(jobs).toEqual([{ data: { video_id } }])
    await deleteVideo(api)({ video_id }, context)
    expect([await rows('videos', video_id), await api.storage.stat(`videos/${video_id}/original.mp4`)]).toEqual([
      0,
      null,
    ])
  })

  test("of a member leaves the others' data, and the member's comments without an author", async () => {
    const admin = await api.person(undefined, 'TEAM')
    const member = await api.person(admin)
    const [theirs, own] = [await api.aCollectionWithVideo(admin), await api.aCollectionWithVideo(member)]
    const { id } = await api.aComment(member, theirs.video_id, { content: 'A question' })
    await api.aComment(admin, theirs.video_id, { content: 'An answer', parent_comment_id: id })
    await api.post('/api/search_history', { index_id: theirs.collection_id, query: 'my own words' }, member)
    expect((await remove(member)).status).toBe(200)
    const searches = api.db.selectFrom('past_searches').select('query').where('user_id', '=', member.id)
    expect(await searches.execute()).toEqual([])
    const { items } = (await api.get(`/api/quick-review/comments/${theirs.video_id}`, admin)).json
    expect(items).toMatchObject([
      { content: 'A question', first_name: 'Deleted user', user_email: null, reply_count: 1, can: { edit: false } },
    ])
    expect((await api.get(`/api/indexes/${own.collection_id}`, admin)).status).toBe(404)
    expect((await api.get(`/api/indexes/${theirs.collection_id}`, admin)).json.videos).toHaveLength(1)
  })

  test("cancels its queued requests: clips of others' videos, and its data", async () => {
    const admin = await api.person(undefined, 'TEAM')
    const member = await api.person(admin)
    const { video_id } = await api.aCollectionWithVideo(admin)
    for (const kind of ['make-clip', 'export-data'] as const) await api.takeJobs(kind)
    for (const person of [member, admin]) {
      await api.post('/api/download_clip', { video_id, start_time: 1, end_time: 2 }, person)
      await api.post('/api/export_data', {}, person)
    }
    expect((await remove(member)).status).toBe(200)
    for (const kind of ['make-clip', 'export-data'] as const)
      expect(await api.takeJobs(kind)).toMatchObject([{ data: { user_id: admin.id } }])
  })

  test.each(['before', 'after'])('leaves nothing in the queue from a concurrent request, %s it', async (when) => {
    const admin = await api.person(undefined, 'TEAM')
    const member = await api.person(admin)
    await api.takeJobs('export-data')
    const locked = (db: Database) =>
      db.selectFrom('users').select('id').where('id', '=', member.id).forUpdate().execute()
    const calls = [() => api.post('/api/export_data', {}, member), () => remove(member)]
    const answers = await queued(api.db, locked, when === 'before' ? calls : calls.reverse())
    expect(answers.map(({ status }) => status)).toEqual(when === 'before' ? [200, 200] : [200, 401])
    expect(await api.takeJobs('export-data')).toEqual([])
  })

  test('stops its running requests: its data are not exported to the end', async () => {
    const person = await api.person()
    const { video_id } = await api.aCollectionWithVideo(person)
    const subtitle_key = `videos/${video_id}/subtitles.vtt`
    await api.storage.write(subtitle_key, Readable.from([Buffer.from('WEBVTT\n')]), 'text/vtt')
    await api.db.updateTable('videos').set({ subtitle_key }).where('id', '=', video_id).execute()
    const reading = Promise.withResolvers<void>()
    const endless = async function* () {
      for (;;) {
        reading.resolve()
        yield randomBytes(100_000)
        await wait(20)
      }
    }
    const reads = vi.spyOn(api.storage, 'read').mockResolvedValueOnce(Readable.from(endless()))
    const request_id = randomUUID()
    const exporting = exportData(api)({ request_id, user_id: person.id }, context)
    await reading.promise
    expect((await remove(person)).status).toBe(200)
    await exporting
    reads.mockRestore()
    expect(await api.storage.stat(`exports/${person.id}/${request_id}.zip`)).toBeNull()
  })

  test('of the last admin is refused while the company has other members', async () => {
    const admin = await api.person(undefined, 'TEAM')
    const member = await api.person(admin)
    const answer = await remove(admin)
    expect([answer.status, answer.json.code]).toEqual([409, 'last_admin'])
    expect(answer.json.detail).toContain('Make one of them an admin first')
    await api.post('/api/company/make_admin', { email: member.email }, admin)
    expect((await remove(admin)).status).toBe(200)
    expect((await api.get('/api/company/company_details', member)).json.users).toHaveLength(1)
  })
})
