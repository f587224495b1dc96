import type { Notification, NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { LinkHolder, Person } from '../../../../../seed/rows/senders.ts'
import { approvalCalls } from '../../../../test/approval-calls.ts'
import { readableMail } from '../../../../test/readable-mail.ts'
import { startTeam } from '../../../../test/team.ts'
import type { NotificationPayload } from '../../../platform/db/schema.ts'
import { notifyPerson } from '../../ground/notifications/commands.ts'

const { server, owner, colleague } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
const { company_id } = await server.db
  .selectFrom('users')
  .select('company_id')
  .where('id', '=', owner.id)
  .executeTakeFirstOrThrow()
const { aVideo, aVersionOf, decide, request } = approvalCalls(server, owner, collection)
afterAll(() => server.close())

/** 30 frames a second in drop-frame labels, and a file that begins at one hour. */
const NTSC = {
  duration: 60,
  frame_rate_num: 30_000,
  frame_rate_den: 1001,
  timecode_start: 107_892,
  timecode_drop: true,
}
const film = () => aVideo(owner, collection, { ...NTSC, file_name: 'harbour.mp4' })

/** The newest mail to a person. */
const mailTo = async ({ email }: { readonly email: string }): Promise<string> =>
  readableMail((await server.outbox()).findLast((one) => one.includes(`To: ${email}`)) ?? '')

/** The newest notification of a person about a video under the bell, and its mail. */
async function newsOf(who: Person, video: string): Promise<{ notice: Notification; mail: string }> {
  const { notifications } = (await server.get('/api/get_notifications', who)).json
  const notice = notifications.find((one: Notification) => one.video_id === video)
  return { notice, mail: await mailTo(who) }
}

/** Frame 150 of the film: 150 * 1001 / 30000 s. */
const AT = 5.005

describe('a mail about a comment, and its line under the bell, lead to the frame and to the comment', () => {
  test('of a root', async () => {
    const video = await film()
    const link: LinkHolder = { ...(await server.aLink(owner, video)), guest_key: 'a browser' }
    const { id } = await server.aComment(link, video, { start_time: AT, content: 'Too dark', guest_name: 'Kim' })
    const { notice, mail } = await newsOf(owner, video)
    expect(notice.path).toBe(`/quick-review/${owner.id}/${video}?t=5.005000&comment=${id}`)
    expect(mail).toContain(`Open the comment: ${server.config.public_url}${notice.path}\n`)
    expect(mail).toContain('harbour.mp4, version 1, comment 1, 01:00:05;00\n\nToo dark\n')
    expect(mail).not.toContain('/home')
  })

  test('of a range, with both ends', async () => {
    const video = await film()
    await server.aComment(colleague, video, { start_time: AT, end_time: 2 * AT })
    expect((await newsOf(owner, video)).mail).toContain('version 1, comment 1, 01:00:05;00 – 01:00:10;00\n')
  })

  test('of a film without a constant rate, by its time', async () => {
    const video = await aVideo(owner, collection, { duration: 60, file_name: 'phone.mp4' })
    await server.aComment(colleague, video, { start_time: 5 })
    expect((await newsOf(owner, video)).mail).toContain('phone.mp4, version 1, comment 1, 0:05\n')
  })

  test('of a reply to a reply, through everything above it', async () => {
    const video = await film()
    const root = await server.aComment(owner, video, { start_time: AT })
    const reply = await server.aComment(owner, video, { start_time: AT, parent_comment_id: root.id })
    const answer = await server.aComment(colleague, video, {
      ...{ start_time: AT, parent_comment_id: reply.id },
      content: 'Yes',
    })
    const { notice, mail } = await newsOf(owner, video)
    expect(notice.type).toBe('REPLY')
    expect(notice.path).toBe(
      `/quick-review/${owner.id}/${video}?t=5.005000&comment=${root.id},${reply.id},${answer.id}`,
    )
    expect(mail).toContain(`Open the reply: ${server.config.public_url}${notice.path}\n`)
  })

  test('that was deleted, to the video alone', async () => {
    const video = await film()
    const { id } = await server.aComment(colleague, video, { start_time: AT })
    await server.delete(`/api/quick-review/comments/${video}/${id}`, colleague)
    expect((await newsOf(owner, video)).notice.path).toBe(`/quick-review/${owner.id}/${video}`)
  })
})

describe('a mail about a review leads to the version', () => {
  test('that somebody is asked about, and says when the verdict is due', async () => {
    const video = await film()
    await request(video, [colleague], owner, { due_at: '2999-01-02T15:00:00Z', message: 'Mind the end' })
    const { notice, mail } = await newsOf(colleague, video)
    expect(notice).toMatchObject({ path: `/quick-review/${owner.id}/${video}`, due_at: '2999-01-02T15:00:00.000Z' })
    expect(mail).toContain('Mind the end\n\nYour verdict is due on 2 January 2999 at 15:00 UTC.\n')
    expect(mail).toContain(`Review it: ${server.config.public_url}${notice.path}\n`)
  })

  test('with its approval, where somebody decided', async () => {
    const video = await film()
    await decide(video, 'changes_requested', colleague, { note: 'The end' })
    const { notice, mail } = await newsOf(owner, video)
    expect(notice.path).toBe(`/quick-review/${owner.id}/${video}?approvals=true`)
    expect(mail).toContain('harbour.mp4, version 1\n\nThe end\n')
    expect(mail).toContain(`Open the approval: ${server.config.public_url}${notice.path}\n`)
  })
})

/** Notifies somebody who wants mails of the kind. */
async function notify(
  type: NotificationKind,
  payload: NotificationPayload,
  /** What happens before the mail is sent. */
  then: (reader: Person) => Promise<unknown> = async () => undefined,
): Promise<{ path: string | null; mail: string }> {
  const reader = await server.person(owner)
  const settings = { settings: [{ kind: type, mail: true }] }
  expect((await server.post('/api/notification_settings', settings, reader)).status).toBe(200)
  const notice = { user_id: reader.id, type, request_id: null, payload }
  await server.db.transaction().execute((transaction) => notifyPerson(transaction, server.queue, notice))
  await then(reader)
  const { notifications } = (await server.get('/api/get_notifications', reader)).json
  return { path: notifications[0].path, mail: await mailTo(reader) }
}

/** Moves a person to another company. */
async function leave({ id }: Person): Promise<void> {
  const elsewhere = await server.company()
  await server.db.updateTable('users').set({ company_id: elsewhere }).where('id', '=', id).execute()
}

test.each<[NotificationKind, string, (video: string) => string, NotificationPayload?]>([
  ['NEW_VERSION', 'Open the new version', (video) => `/quick-review/${owner.id}/${video}`],
  ['VIDEO_READY', 'Open the video', (video) => `/quick-review/${owner.id}/${video}`],
  ['VIDEO_FAILED', 'Open its collection', () => `/quick-review/collections/${collection}`],
  ['EXPORT', 'Download the stills', () => '/home?notifications=true'],
  ['DOWNLOAD_CLIP', 'Download the clip', () => '/home?notifications=true'],
  ['SELECTS_READY', 'Open it', (video) => `/quick-review/${owner.id}/${video}`, { selects_id: 's1' }],
])('a mail of the kind %s leads to its place', async (kind, words, place, more = {}) => {
  const video = await film()
  const { path, mail } = await notify(kind, { video_id: video, video_name: 'harbour.mp4', ...more })
  expect(path).toBe(place(video))
  expect(mail).toContain(`${words}: ${server.config.public_url}${path}\n`)
})

test.each<[NotificationKind, string | null, NotificationPayload]>([
  ['DATA_EXPORT', '/home?notifications=true', {}],
  ['SELECTS_READY', '/selects/s1', { selects_id: 's1', selects_name: 'Best of', company_id }],
  ['INVITE_ACCEPTED', '/company', { actor_name: 'Kim' }],
  ['VERDICT', null, { video_id: '00000000-0000-4000-8000-000000000000', video_name: 'gone.mp4', actor_name: 'Kim' }],
])('a mail of the kind %s without a video leads to %s', async (kind, place, payload) => {
  const { path, mail } = await notify(kind, payload)
  expect(path).toBe(place)
  expect(mail).toContain(`: ${server.config.public_url}${place ?? '/home'}\n`)
})

test('a person who has left the company before comments are mailed gets no mail of them', async () => {
  const video = await film()
  const { id: comment_id } = await server.aComment(colleague, video)
  expect(await notify('COMMENT', { video_id: video, comment_id }, leave)).toEqual({ path: null, mail: '' })
})

test.each<[NotificationKind, string | null]>([
  ['VERDICT', null],
  ['VIDEO_READY', null],
  ['VIDEO_FAILED', null],
  ['DOWNLOAD_CLIP', '/home?notifications=true'],
])('a person who has left the company is led by %s to %s', async (kind, place) => {
  const video = await film()
  const { id: comment_id } = await server.aComment(colleague, video)
  const { path, mail } = await notify(kind, { video_id: video, comment_id }, leave)
  expect(path).toBe(place)
  expect(mail).toContain(`: ${server.config.public_url}${place ?? '/home'}\n`)
  expect(mail).not.toContain(video)
})

test('a person who has left the company is led to none of its selects', async () => {
  const { path, mail } = await notify('SELECTS_READY', { selects_id: 's1', company_id }, leave)
  expect(path).toBe(null)
  expect(mail).toContain(`Open Footnote: ${server.config.public_url}/home\n`)
})

test('a video whose owner has no account any more has the address that lists have', async () => {
  const video = await film()
  await server.db.updateTable('videos').set({ user_id: null }).where('id', '=', video).execute()
  const { user_id } = (await server.get(`/api/get_video_details/${video}`, colleague)).json
  const { path } = await notify('VIDEO_READY', { video_id: video })
  expect(path).toBe(`/quick-review/${user_id}/${video}`)
})

test('a comment that was kept from a deleted version leads to the version that has it now', async () => {
  const first = await film()
  const { id } = await server.aComment(colleague, first, { start_time: AT })
  const second = await aVersionOf(first)
  await server.db.updateTable('comments').set({ video_id: second }).where('id', '=', id).execute()
  const { notifications } = (await server.get('/api/get_notifications', owner)).json
  const notice = notifications.find(({ path }: Notification) => path?.endsWith(id))
  expect(notice.path).toBe(`/quick-review/${owner.id}/${second}?t=5.005000&comment=${id}`)
})
