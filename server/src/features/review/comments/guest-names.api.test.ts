import type { Notification } from '@footnote/contract/nouns/personal/notifications.ts'
import { EXPORT_FORMATS } from '@footnote/contract/nouns/review/comments/export-formats.ts'
import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../../../../../seed/rows/people.ts'
import type { Sender } from '../../../../../seed/rows/senders.ts'
import { openEvents } from '../../../../test/event-stream.ts'
import { readableMail } from '../../../../test/readable-mail.ts'
import { startTeam } from '../../../../test/team.ts'

const { server, owner, colleague } = await startTeam()
await server.db.updateTable('users').set({ is_admin: true }).where('id', '=', owner.id).execute()
const collection = await server.aCollection(owner, { kind: 'review' })
afterAll(() => server.close())

/** The rows of a table, by the names of their columns. */
const rowsIn = (table: string) => parse<Record<string, string>>(table, { columns: true, bom: true })

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
  expect(about.map((notice: Notification) => [notice.type, notice.actor_name, notice.is_guest])).toEqual([
    ['COMMENT', guest_name, false],
    ['VERDICT', `${guest_name} (guest)`, true],
    ['REPLY', `${guest_name} (guest)`, true],
    ['COMMENT', `${guest_name} (guest)`, true],
  ])
  const received = (await server.outbox()).filter((mail) => mail.includes(`To: ${owner.email}`))
  const mails = received.map(readableMail).join('\n')
  expect(mails).toContain(`Subject: ${guest_name} (guest) approved version`)
  // The lines of one mail: a guest and a member of the same name.
  for (const who of [`${guest_name} (guest): `, `${guest_name} (guest) replies to you: `, `${guest_name}: `])
    expect(mails).toContain(who)
  const { entries } = (await server.get(`/api/quick-review/review-log/${video}`, owner)).json
  expect(entries.at(-1)).toMatchObject({ action: 'verdict', actor: `${guest_name} (guest)`, is_guest: true })
})

test('the event of a comment and the answers to a reply say that a guest wrote it', async () => {
  const { video, link } = await videoWithLink()
  const stream = await openEvents(server.base, video, owner)
  const root = await server.aComment(colleague, video)
  const reply = await server.aComment(link, video, { guest_name, parent_comment_id: root.id })
  await stream.received(2)
  stream.close()
  expect(stream.events.map(({ data }) => data.comment.is_guest)).toEqual([false, true])
  expect(reply).toMatchObject({ first_name: guest_name, is_guest: true })
  const { replies } = (await server.get(`/api/quick-review/comments/${video}/${root.id}`, owner)).json
  expect(replies).toMatchObject([{ first_name: guest_name, is_guest: true }])
})

describe('the approval of a version', () => {
  const asked = async () => {
    const { video, link } = await videoWithLink()
    const email = `${video}@example.org`
    const reviewers = [{ user_id: colleague.id }, { email, name: guest_name }]
    const answer = await server.put(`/api/quick-review/approvals/${video}`, { reviewers }, owner)
    expect(answer.status).toBe(200)
    return { video, link, email }
  }

  test('distinguishes an asked guest from the member of that name, in answers, events, the log and its file', async () => {
    const { video, link } = await asked()
    const kinds = [
      [guest_name, 'member'],
      [guest_name, 'guest'],
    ]
    const people = (body: { reviewers: { name: string; kind: string }[] }) =>
      body.reviewers.map(({ name, kind }) => [name, kind])
    expect(people((await server.get(`/api/quick-review/approvals/${video}`, owner)).json)).toEqual(kinds)
    const stream = await openEvents(server.base, video, owner)
    await server.post(`/api/quick-review/verdict/${video}`, { verdict: 'approved', guest_name }, link)
    await stream.received(1)
    stream.close()
    expect(people(stream.events.find(({ event }) => event === 'review')!.data)).toEqual([
      ...kinds,
      [guest_name, 'guest'],
    ])
    const { entries } = (await server.get(`/api/quick-review/review-log/${video}`, owner)).json
    expect(entries[0].after.reviewers).toEqual([guest_name, `${guest_name} (guest)`])
    const file = (await server.get(`/api/quick-review/review-log/${video}?format=csv`, owner)).text
    const [first, last] = rowsIn(file)
    expect([first?.By, first?.Asked]).toEqual([guest_name, `${guest_name}; ${guest_name} (guest)`])
    expect(last?.By).toBe(`${guest_name} (guest)`)
  })

  test('is given under the asked name, and comments through that link have the name, too', async () => {
    const { video, email } = await asked()
    const mail = (await server.outbox()).find((one) => one.includes(`To: ${email}`))!
    expect(mail).toContain(`Whoever opens this link is ${guest_name} there`)
    const personal = { share_token: /\/shared\/(\S+)/.exec(mail)![1]!, guest_key: 'a browser' }
    const link = await server.get(`/api/sharing_router/validate-share-token/${personal.share_token}`)
    expect(link.json.guest_name).toBe(guest_name)
    for (const typed of [{}, { guest_name: 'Somebody Else' }]) {
      const comment = await server.aComment(personal, video, { guest_name: undefined, ...typed })
      expect(comment).toMatchObject({ first_name: guest_name, is_guest: true, mine: true, can: { delete: true } })
    }
    const open = await server.aLink(owner, video)
    const anybody = await server.get(`/api/sharing_router/validate-share-token/${open.share_token}`)
    expect(anybody.json.guest_name).toBeNull()
  })
})

describe('comments by a member and a guest of one name', () => {
  const both = async () => {
    const { video, link } = await videoWithLink()
    const root = await server.aComment(colleague, video, { start_time: 1, content: 'By the member' })
    await server.aComment(link, video, { guest_name, parent_comment_id: root.id, content: 'Answer of the guest' })
    await server.aComment(link, video, { start_time: 2, guest_name, content: 'By the guest' })
    return { video, link }
  }
  const file = async (video: string, query: string, who: Sender = owner) =>
    (await server.get(`/api/quick-review/export/${video}?${query}`, who)).text

  test.each(EXPORT_FORMATS)('have the mark of a guest in a file of %s, for members and for guests', async (format) => {
    const { video, link } = await both()
    for (const who of [owner, link]) {
      const text = await file(video, `format=${format}`, who)
      // Markdown escapes brackets.
      const names = text.match(/Ada Lovelace(?: \\?\(guest\\?\))?/g)?.map((name) => name.endsWith(')'))
      // Premiere has each marker twice: on the sequence and on the clip.
      expect(names?.filter(Boolean)).toHaveLength(format === 'premiere' ? 4 : 2)
      expect(names).toContain(false)
      expect(text).not.toMatch(/guest.{0,3}\(guest/)
    }
  })

  test('come back from a table with their authors, and with one mark', async () => {
    const { video } = await both()
    const content = await file(video, 'format=csv')
    const copy = await server.aVideo(owner, collection, { duration: 60, frame_rate_num: 25, frame_rate_den: 1 })
    const body = { format: 'csv', content, dry_run: false }
    const answer = await server.post(`/api/quick-review/import-comments/${copy}`, body, owner)
    expect(answer.status).toBe(200)
    const authors = (await comments(copy, owner)).map(({ source }) => source?.kind === 'import' && source.author)
    expect(authors).toEqual([guest_name, `${guest_name} (guest)`])
  })

  test('are distinguished by what a list and a file ask for', async () => {
    const { video } = await both()
    const asked = [
      [guest_name, 'By the member'],
      [`${guest_name} (guest)`, 'By the guest'],
    ] as const
    for (const [by, content] of asked) {
      const query = new URLSearchParams({ by })
      const { items } = (await server.get(`/api/quick-review/comments/${video}?${query}`, owner)).json
      expect(items.map((comment: Comment) => comment.content)).toEqual([content])
      const [row] = rowsIn(await file(video, `format=csv&${query}`))
      expect(row?.comment).toBe(content)
    }
  })
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
