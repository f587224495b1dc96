import type { Comment } from '@footnote/contract/nouns/comments.ts'
import { afterAll, expect, test } from 'vitest'
import { PASSWORD } from '../../../../seed/rows/people.ts'
import type { Sender } from '../../../../seed/rows/senders.ts'
import { startTeam } from '../../../test/team.ts'

const { server, owner, colleague } = await startTeam()
await server.db.updateTable('users').set({ is_admin: true }).where('id', '=', owner.id).execute()
const collection = await server.aCollection(owner, { kind: 'review' })
afterAll(() => server.close())

/** A guest who calls themselves like a member. */
const guest_name = 'Ada Lovelace'
const videoWithLink = async () => {
  const video = await server.aVideo(owner, collection, { duration: 60, frame_rate_num: 25, frame_rate_den: 1 })
  return { video, link: { ...(await server.aLink(owner, video, 'approver')), guest_key: 'a browser' } }
}
const comments = async (video: string, who: Sender): Promise<Comment[]> =>
  (await server.get(`/api/quick-review/comments/${video}`, who)).json.items

test('a guest with the name of a member is distinguished from the member, for members and for guests', async () => {
  const { video, link } = await videoWithLink()
  await server.aComment(colleague, video, { start_time: 1 })
  const { id } = await server.aComment(link, video, { start_time: 2, guest_name })
  for (const who of [owner, link]) {
    const shown = await comments(video, who)
    expect(shown.map(({ first_name, last_name, is_guest }) => [`${first_name} ${last_name}`.trim(), is_guest])).toEqual(
      [
        [guest_name, false],
        [guest_name, true],
      ],
    )
  }
  const resolving = await server.post(`/api/quick-review/resolve-comment/${video}/${id}`, { resolved: true }, link)
  expect(resolving.status).toBe(200)
  expect((await comments(video, owner)).map(({ resolved_by }) => resolved_by)).toEqual([null, `${guest_name} (guest)`])
})

test('notifications, mails and the log say that a guest wrote, replied or decided', async () => {
  const { video, link } = await videoWithLink()
  const { id } = await server.aComment(owner, video)
  await server.aComment(link, video, { guest_name })
  await server.aComment(link, video, { guest_name, parent_comment_id: id })
  await server.post(`/api/quick-review/verdict/${video}`, { verdict: 'approved', guest_name }, link)
  await server.aComment(colleague, video)
  const { notifications } = (await server.get('/api/get_notifications', owner)).json
  const about = notifications.filter((notice: { video_id: string }) => notice.video_id === video)
  expect(about.map((notice: { type: string; actor_name: string }) => [notice.type, notice.actor_name])).toEqual([
    ['COMMENT', guest_name],
    ['VERDICT', `${guest_name} (guest)`],
    ['REPLY', `${guest_name} (guest)`],
    ['COMMENT', `${guest_name} (guest)`],
  ])
  const mails = (await server.outbox()).filter((mail) => mail.includes(`To: ${owner.email}`)).join('\n')
  for (const did of ['commented on', 'replied in your thread on', 'approved version'])
    expect(mails).toContain(`Subject: ${guest_name} (guest) ${did}`)
  const { entries } = (await server.get(`/api/quick-review/review-log/${video}`, owner)).json
  expect(entries.at(-1)).toMatchObject({ action: 'verdict', actor: `${guest_name} (guest)` })
})

test('a deleted account is no guest, neither in the list nor in files', async () => {
  const { video, link } = await videoWithLink()
  const leaver = await server.person(owner)
  await server.aComment(leaver, video, { start_time: 1 })
  expect((await server.post('/api/delete_account', { password: PASSWORD }, leaver)).status).toBe(200)
  await server.aComment(link, video, { start_time: 2, guest_name: 'Deleted user' })
  expect((await comments(video, owner)).map(({ is_guest }) => is_guest)).toEqual([false, true])
  const file = (await server.get(`/api/quick-review/export/${video}?format=csv`, owner)).text
  expect(file.match(/Deleted user( \(guest\))?/g)).toEqual(['Deleted user', 'Deleted user (guest)'])
})
