import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { failedNote } from '@footnote/contract/shared/language/speech-notes.ts'
import { afterAll, expect, test } from 'vitest'
import { addNotification } from '../../../../../seed/rows/notifications.ts'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { daysAgo, startProduct } from '../../../../test/product.ts'
import { endVideo } from '../../library/videos/status.ts'

const api = await startProduct()
afterAll(() => api.close())

const notifications = async (person: Person) => (await api.get('/api/get_notifications', person)).json.notifications
const settings = async (person: Person, choices?: object[]) => {
  const { settings: all } = (
    choices
      ? await api.post('/api/notification_settings', { settings: choices }, person)
      : await api.get('/api/notification_settings', person)
  ).json
  return Object.fromEntries(all.map((one: { kind: string; mail: boolean }) => [one.kind, one.mail]))
}
/** @returns the mails to a person, after sending the queued ones */
const mailsTo = async (person: Person): Promise<string[]> =>
  (await api.outbox()).filter((mail) => mail.includes(`To: ${person.email}`))

test('the owner of a video is notified of comments, everybody in a thread of replies, nobody of their own', async () => {
  const owner = await api.person(undefined, 'TEAM')
  const [second, third] = [await api.person(owner), await api.person(owner)]
  const { video_id, collection_id } = await api.aCollectionWithVideo(owner)
  await api.aComment(owner, video_id, { content: 'My own' })
  expect(await notifications(owner)).toEqual([])
  const { id } = await api.aComment(second, video_id, { content: 'The light is lovely — ça va' })
  expect(await notifications(owner)).toMatchObject([
    {
      ...{ type: 'COMMENT', read: false, video_id, collection_id, video_user_id: owner.id, video_name: 'match.mp4' },
      ...{ actor_name: 'Ada Lovelace', text: 'The light is lovely — ça va', download_file: null },
    },
  ])
  await api.aComment(third, video_id, { content: 'Indeed', parent_comment_id: id })
  expect(await notifications(second)).toMatchObject([{ type: 'REPLY', text: 'Indeed' }])
  expect(await notifications(owner)).toHaveLength(2)
  await api.aComment(owner, video_id, { content: 'Thanks', parent_comment_id: id })
  expect([(await notifications(owner)).length, (await notifications(second)).length]).toEqual([2, 2])
  expect(await notifications(third)).toMatchObject([{ type: 'REPLY', text: 'Thanks' }])
})

test('the person who indexes a video is notified once of the result', async () => {
  const owner = await api.person()
  const { video_id } = await api.aCollectionWithVideo(owner)
  const status = (value: string) =>
    api.db.updateTable('videos').set({ status: value }).where('id', '=', video_id).execute()
  await status('PROCESSING_VISUAL')
  const failure = { status: 'FAILED', error: 'This kind of video is not supported.' } as const
  for (let again = 0; again < 2; again += 1) await endVideo(api, video_id, failure)
  await status('PROCESSING_VISUAL')
  for (let again = 0; again < 2; again += 1) await endVideo(api, video_id, 'SUCCESS')
  expect(await notifications(owner)).toMatchObject([
    { type: 'VIDEO_READY', error: null, video_name: 'match.mp4' },
    { type: 'VIDEO_FAILED', error: 'This kind of video is not supported.' },
  ])
  const mails = await mailsTo(owner)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('Subject: match.mp4 could not be indexed')
})

test('the news of a video whose speech failed says so, and its mail too', async () => {
  const owner = await api.person()
  await settings(owner, [{ kind: 'VIDEO_READY', mail: true }])
  const { collection_id } = await api.aCollectionWithVideo(owner)
  const speech_note = failedNote('Moonshine base')
  const video_id = await api.aVideo(owner, collection_id, { status: 'PROCESSING_OCR', speech_note })
  await endVideo(api, video_id, 'SUCCESS')
  expect(await notifications(owner)).toMatchObject([{ type: 'VIDEO_READY', error: speech_note }])
  expect((await mailsTo(owner)).join()).toContain('match.mp4 is ready, but without a transcript')
})

/** Notifies somebody of a clip of a video. */
async function giveClip(person: Person, video_id: string): Promise<void> {
  const storage_key = `videos/${video_id}/clips/${randomUUID()}.mp4`
  await api.storage.write(storage_key, Readable.from([Buffer.from('clip')]), 'video/mp4')
  const clip = { video_id, video_name: 'match.mp4', storage_key, file_name: 'match.mp4', error: null }
  await addNotification(api.db, person.id, 'DOWNLOAD_CLIP', clip)
}
const clipOf = async (person: Person): Promise<string | null> => (await notifications(person))[0].download_file

test("members of the video's company fetch a clip, and removed ones no longer do", async () => {
  const admin = await api.person(undefined, 'TEAM')
  const member = await api.person(admin)
  const { video_id } = await api.aCollectionWithVideo(admin)
  for (const person of [admin, member]) {
    await giveClip(person, video_id)
    expect(await (await fetch(`${api.base}${await clipOf(person)}`)).text()).toBe('clip')
  }
  expect((await api.post('/api/company/delete_user', { email: member.email }, admin)).status).toBe(200)
  expect([await clipOf(admin), await clipOf(member)]).toEqual([expect.any(String), null])
})

test("a clip expires with its collection; a sample's clip never does", async () => {
  const [owner, other] = [await api.person(), await api.person()]
  const { collection_id, video_id } = await api.aCollectionWithVideo(owner)
  const change = (values: object) =>
    api.db.updateTable('collections').set(values).where('id', '=', collection_id).execute()
  for (const person of [owner, other]) await giveClip(person, video_id)
  expect(await clipOf(owner)).not.toBeNull()
  await change({ created_at: daysAgo(31) })
  expect(await clipOf(owner)).toBeNull()
  await change({ sample: true })
  expect([await clipOf(owner), await clipOf(other)]).toEqual([expect.any(String), expect.any(String)])
})

test('a clip disappears as soon as its video is deleted', async () => {
  const owner = await api.person()
  const { video_id } = await api.aCollectionWithVideo(owner)
  await giveClip(owner, video_id)
  expect((await api.post('/api/delete_video', { id: video_id }, owner)).status).toBe(200)
  expect(await clipOf(owner)).toBeNull()
})

test("each kind is mailed by its reader's choice, and a link in the mail ends it with one click", async () => {
  const owner = await api.person(undefined, 'TEAM')
  const other = await api.person(owner)
  const { video_id } = await api.aCollectionWithVideo(owner)
  expect(await settings(owner)).toEqual({
    ...{
      DOWNLOAD_CLIP: false,
      EXPORT: false,
      SELECTS_READY: false,
      VIDEO_READY: false,
      VIDEO_FAILED: true,
      COMMENT: true,
      REPLY: true,
      MENTION: true,
      COMMENT_DELETED: false,
    },
    ...{ NEW_VERSION: true, REVIEW_REQUESTED: true, VERDICT: true, LINK_OPENED: false, LINK_GUESSED: true },
    ...{ INVITE_ACCEPTED: false, DATA_EXPORT: true },
  })
  expect(await settings(owner, [{ kind: 'VIDEO_READY', mail: true }])).toMatchObject({ VIDEO_READY: true, REPLY: true })
  await api.aComment(other, video_id, { content: 'First' })
  const [mail = ''] = await mailsTo(owner)
  expect(mail).toContain('Subject: Ada Lovelace commented on match.mp4')
  expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const link = new URL(/List-Unsubscribe: <([^>]+)>/.exec(mail)?.[1] ?? '')
  const address = `${api.base}${link.pathname}${link.search}`
  const page = await fetch(address, { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('Stop these mails')
  expect(await settings(owner)).toMatchObject({ COMMENT: true })
  const form = { body: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  for (let again = 0; again < 2; again += 1)
    expect((await fetch(address, { method: 'POST', ...form })).status).toBe(200)
  expect(await settings(owner)).toMatchObject({ COMMENT: false, REPLY: true })
  await api.aComment(other, video_id, { content: 'Second' })
  expect(await mailsTo(owner)).toHaveLength(1)
  expect(await notifications(owner)).toHaveLength(2)
  for (const token of ['nonsense', `${link.searchParams.get('token')}x`])
    expect((await fetch(`${api.base}/api/unsubscribe?token=${token}`, { method: 'POST' })).status).toBe(403)
  const unknown = await api.post('/api/notification_settings', { settings: [{ kind: 'WEATHER', mail: true }] }, owner)
  expect(unknown.status).toBe(400)
})
