import type { Notification } from '@footnote/contract/nouns/personal/notifications.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { approvalCalls } from '../../../../test/approval-calls.ts'
import { openEvents } from '../../../../test/event-stream.ts'
import { startTeam } from '../../../../test/team.ts'
import { mailWaiting } from './waiting.ts'

const { server, owner, colleague } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
const { aVideo, aVersionOf, decide, set, request } = approvalCalls(server, owner, collection)
afterAll(() => server.close())

const HOUR = 3_600_000
const DAY = 24 * HOUR
const mails = { claim: async () => ({ granted: true as const, giveBack: async () => undefined }) }
/** Runs the job at a time. */
const runAt = (now: number) => mailWaiting({ ...server, mails }, new Date(now))
const noticesOf = async (who: Person, video: string): Promise<Notification[]> =>
  (await server.get('/api/get_notifications', who)).json.notifications.filter(
    ({ video_id }: Notification) => video_id === video,
  )
const mailsTo = async (who: { readonly email: string }) =>
  (await server.outbox()).filter((mail) => mail.includes(`To: ${who.email}`))

describe('the stream', () => {
  test('tells members each change, and a link for watching the status alone', async () => {
    const video = await aVideo()
    const link = await server.aLink(owner, video, 'viewer')
    const [member, guest] = [
      await openEvents(server.base, video, colleague),
      await openEvents(server.base, video, link),
    ]
    const steps: readonly (readonly [
      () => Promise<{ readonly status: number }>,
      { reviewers: object[]; [field: string]: unknown },
    ])[] = [
      [() => set(video, 'needs_review', owner), { review_status: 'needs_review', reviewers: [] }],
      [
        () => request(video, [colleague], owner, { due_at: '2999-01-01T00:00:00Z' }),
        { due_at: '2999-01-01T00:00:00.000Z', reviewers: [{ asked: true, verdict: null }] },
      ],
      [
        () => decide(video, 'approved', colleague, { note: 'Between us' }),
        { review_status: 'approved', reviewers: [{ verdict: 'approved', note: 'Between us' }] },
      ],
    ]
    for (const [at, [act, expected]] of steps.entries()) {
      expect((await act()).status).toBe(200)
      for (const [stream, reviewers] of [[member, expected.reviewers] as const, [guest, []] as const]) {
        await stream.received(at + 1)
        const data = { video_id: video, ...expected, reviewers }
        expect(stream.events[at]).toMatchObject({ event: 'review', data })
      }
    }
    expect(member.events[2]!.data.reviewers[0]).toMatchObject({ user_id: colleague.id, me: true })
    expect(member.events[2]!.data.can).toEqual({ decide: true, request: false, set: false })
    expect(guest.events[2]!.data.can).toEqual({ decide: false, request: false, set: false })
    const heard = JSON.stringify(guest.events)
    for (const secret of [colleague.id, colleague.email, '@', 'Between us', 'Ada']) expect(heard).not.toContain(secret)
    member.close()
    guest.close()
  })

  test('of another version tells nothing of it', async () => {
    const first = await aVideo()
    const second = await aVersionOf(first)
    const stream = await openEvents(server.base, first, owner)
    await decide(second, 'approved', colleague)
    await server.aComment(owner, first)
    await stream.received(1)
    expect(stream.events.map(({ event }) => event)).toEqual(['comment'])
    stream.close()
  })
})

describe('notifications', () => {
  test('go to each member who is asked, with the message, and not to the person who asks', async () => {
    const video = await aVideo()
    await request(video, [owner, colleague], owner, { message: 'Mind the end' })
    expect(await noticesOf(owner, video)).toEqual([])
    expect(await noticesOf(colleague, video)).toMatchObject([
      { type: 'REVIEW_REQUESTED', actor_name: 'Ada Lovelace', version: 1, text: 'Mind the end', verdict: null },
    ])
    const [mail = ''] = (await mailsTo(colleague)).slice(-1)
    expect(mail).toContain('Subject: Ada Lovelace asks you to review version 1 of match.mp4')
    expect(mail).toContain('Mind the end')
  })

  test('are not repeated for people who are asked already, unless there is a message and they have not decided', async () => {
    const [video, third] = [await aVideo(), await server.person(owner)]
    await request(video, [colleague], owner)
    await request(video, [colleague, third], owner)
    expect([(await noticesOf(colleague, video)).length, (await noticesOf(third, video)).length]).toEqual([1, 1])
    await decide(video, 'approved', colleague)
    await request(video, [colleague, third], owner, { message: 'Today, please' })
    expect((await noticesOf(third, video)).map(({ text }) => text)).toEqual(['Today, please', null])
    expect(await noticesOf(colleague, video)).toHaveLength(1)
  })

  test('of a verdict go to the owner of the version and to who asked, but not to the person who decides', async () => {
    const [video, third] = [await aVideo(colleague), await server.person(owner)]
    await request(video, [third, owner], owner)
    await decide(video, 'changes_requested', third, { note: 'Too dark' })
    for (const who of [owner, colleague])
      expect((await noticesOf(who, video))[0]).toMatchObject({
        ...{ type: 'VERDICT', verdict: 'changes_requested', text: 'Too dark', version: 1 },
      })
    expect((await mailsTo(colleague)).at(-1)).toContain('requested changes to version 1 of match.mp4')
    await decide(video, 'approved', owner)
    expect((await noticesOf(owner, video)).filter(({ type }) => type === 'VERDICT')).toHaveLength(1)
    expect((await noticesOf(colleague, video))[0]).toMatchObject({ verdict: 'approved', text: null })
  })
})

describe('the day before the due date', () => {
  const due = Date.now() + 10 * DAY
  const due_at = new Date(due).toISOString()

  test('who has not decided on the current version is mailed, once for each due date', async () => {
    const [first, done, late] = [await aVideo(), await server.person(owner), await server.person(owner)]
    await request(first, [done, late], owner, { due_at })
    const video = await aVersionOf(first)
    await decide(video, 'approved', done)
    const reminders = async (who: Person) =>
      (await mailsTo(who)).filter((mail) => mail.includes('Your verdict on version 2 of match.mp4 is due soon'))
    await runAt(due - DAY - HOUR)
    expect(await reminders(late)).toHaveLength(0)
    await runAt(due - DAY + HOUR)
    await runAt(due - DAY + 2 * HOUR)
    await runAt(due - HOUR)
    expect([(await reminders(late)).length, (await reminders(done)).length]).toEqual([1, 0])
    expect((await noticesOf(late, video))[0]).toMatchObject({ text: expect.stringContaining('is due on') })
    await request(video, [done, late], owner, { due_at: new Date(due + 5 * DAY).toISOString() })
    await runAt(due + 4 * DAY + HOUR)
    expect([(await reminders(late)).length, (await reminders(done)).length]).toEqual([2, 0])
    await runAt(due + 6 * DAY)
    expect(await reminders(late)).toHaveLength(2)
  })

  test('a guest who was asked by address is mailed a link', async () => {
    const [video, email] = [await aVideo(), 'lee@example.org']
    const body = { reviewers: [{ email, name: 'Lee' }], due_at }
    await server.put(`/api/quick-review/approvals/${video}`, body, owner)
    await runAt(due - HOUR)
    await runAt(due - HOUR / 2)
    const sent = await mailsTo({ email })
    expect(sent).toHaveLength(2)
    expect(sent[1]).toContain('Subject: Your verdict on version 1 of match.mp4 is due soon')
    const share_token = /\/shared\/(\S+)/.exec(sent[1]!)![1]!
    expect((await decide(video, 'approved', { share_token })).json.review_status).toBe('approved')
  })

  test('nobody is reminded again when somebody else is asked within that day', async () => {
    const [video, early, late] = [await aVideo(), await server.person(owner), await server.person(owner)]
    const soon = Date.now() + 20 * HOUR
    await request(video, [early, late], owner, { due_at: new Date(soon).toISOString() })
    const asked_at = new Date(Date.now() - 3 * DAY)
    await server.db.updateTable('reviewers').set({ asked_at }).where('user_id', '=', early.id).execute()
    for (const hours of [5, 4, 3]) await runAt(soon - hours * HOUR)
    const reminders = async (who: Person) =>
      (await noticesOf(who, video)).filter(({ text }) => text?.includes('is due on'))
    expect([(await reminders(early)).length, (await reminders(late)).length]).toEqual([1, 0])
  })

  test('nobody is reminded who was asked within that day', async () => {
    const [video, asked] = [await aVideo(), await server.person(owner)]
    const soon = Date.now() + 20 * HOUR
    await request(video, [asked], owner, { due_at: new Date(soon).toISOString() })
    await runAt(soon - HOUR)
    expect(await noticesOf(asked, video)).toHaveLength(1)
  })
})
