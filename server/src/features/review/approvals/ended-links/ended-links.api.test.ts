import type { LogEntry } from '@footnote/contract/nouns/review/approvals.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { headersOf, type LinkHolder, type Person } from '../../../../../../seed/rows/senders.ts'
import { approvalCalls } from '../../../../../test/approval-calls.ts'
import { openEvents } from '../../../../../test/event-stream.ts'
import { startTeam } from '../../../../../test/team.ts'
import { removeExpiredLinks } from '../../sharing/commands.ts'
import { mailWaiting } from '../waiting.ts'

const { server, owner, colleague } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
const { aVideo, aVersionOf, get, decide, set, log, statusOf } = approvalCalls(server, owner, collection)
afterAll(() => server.close())

const DAY = 86_400_000
const mails = { claim: async () => ({ granted: true as const, giveBack: async () => undefined }) }
const runJob = (now = Date.now()) => mailWaiting({ ...server, mails }, new Date(now))

let addresses = 0
const anAddress = () => `kim${addresses++}@example.org`
const kim = (email: string) => ({ email, name: 'Kim Lee' })
const ask = (video: string, reviewers: readonly object[], more: object = {}, who: Person = owner) =>
  server.put(`/api/quick-review/approvals/${video}`, { reviewers, ...more }, who)
const mailsTo = async (email: string) => (await server.outbox()).filter((mail) => mail.includes(`To: ${email}`))
/** The link of the last mail to an address. */
const linkOf = async (email: string): Promise<LinkHolder> => ({
  share_token: /\/shared\/(\S+)/.exec((await mailsTo(email)).at(-1)!)![1]!,
})
/** Revokes the newest link to a version, as its row in the dialog does. */
async function revoke(video: string): Promise<void> {
  const { share_links } = (await server.get(`/api/sharing_router/share-links/${video}`, owner)).json
  const { status } = await server.delete(`/api/sharing_router/share-links/${share_links[0].id}`, owner)
  expect(status).toBe(200)
}
const entriesOf = async (video: string): Promise<LogEntry[]> => (await log(video, owner)).json.entries
const peopleOf = async (video: string) => (await get(video, owner)).json.reviewers

describe('a guest whose link was revoked before they decided', () => {
  test('stays in the list, and nobody waits for them', async () => {
    const [video, email] = [await aVideo(), anAddress()]
    await ask(video, [kim(email)])
    expect((await get(video, owner)).json).toMatchObject({
      ...{ review_status: 'needs_review', can: { set: false } },
      reviewers: [{ asked: true, link_ended: false }],
    })
    await revoke(video)
    expect((await get(video, owner)).json).toMatchObject({
      ...{ review_status: 'in_progress', can: { set: true } },
      reviewers: [{ name: 'Kim Lee', email, asked: true, link_ended: true, verdict: null }],
    })
    expect((await set(video, 'approved', owner)).status).toBe(200)
    expect(await statusOf(await aVersionOf(await undecided()))).toBe('in_progress')
  })

  /** A video whose only asked guest has no link. */
  async function undecided(): Promise<string> {
    const video = await aVideo()
    await ask(video, [kim(anAddress())])
    await revoke(video)
    return video
  }

  test('leaves the decision to the others, whose pages hear of it', async () => {
    const video = await aVideo()
    await ask(video, [{ user_id: colleague.id }, kim(anAddress())])
    await decide(video, 'approved', colleague)
    expect(await statusOf(video)).toBe('needs_review')
    const stream = await openEvents(server.base, video, colleague)
    await revoke(video)
    await stream.received(1)
    expect(stream.events[0]).toMatchObject({
      event: 'review',
      data: { review_status: 'approved', reviewers: [{ link_ended: false }, { link_ended: true }] },
    })
    stream.close()
  })

  test('is in the log with the member who revoked the link, also in its file', async () => {
    const video = await undecided()
    expect((await entriesOf(video)).at(-1)).toMatchObject({
      ...{ action: 'link_ended', actor: 'Ada Lovelace', is_guest: false },
      before: { review_status: 'needs_review' },
      after: { review_status: 'in_progress', link_ended: ['Kim Lee (guest)'] },
    })
    const file = await fetch(`${server.base}/api/quick-review/review-log/${video}?format=csv`, {
      headers: headersOf(owner),
    })
    expect((await file.text()).trimEnd().split('\r\n').at(-1)).toMatch(
      /,1,Ada Lovelace,link_ended,needs_review,in_progress,,,,,Kim Lee \(guest\)$/,
    )
  })

  test('is not named to other guests', async () => {
    const video = await aVideo()
    const link = await server.aLink(owner, video, 'approver')
    await ask(video, [kim(anAddress()), { email: anAddress(), name: 'Grace' }])
    await decide(video, 'approved', { ...link, guest_key: 'a browser' }, { guest_name: 'Bo' })
    const namesFor = async (who: Person | LinkHolder) =>
      (await get(video, who)).json.reviewers.map(({ name }: { name: string }) => name)
    const { share_links } = (await server.get(`/api/sharing_router/share-links/${video}`, owner)).json
    const { id } = share_links.find(({ guest_name }: { guest_name: string }) => guest_name === 'Kim Lee')
    await server.delete(`/api/sharing_router/share-links/${id}`, owner)
    expect([await namesFor(link), await namesFor(owner)]).toEqual([
      ['Grace', 'Bo'],
      ['Kim Lee', 'Grace', 'Bo'],
    ])
  })

  test('gets neither reminders nor mails about new versions', async () => {
    const [video, email, due] = [await aVideo(), anAddress(), Date.now() + 10 * DAY]
    await ask(video, [kim(email)], { due_at: new Date(due).toISOString() })
    await revoke(video)
    await runJob(due - DAY / 2)
    await aVersionOf(video)
    await runJob(due - DAY / 2)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('gets a new link and counts again when somebody asks them again', async () => {
    const [video, email, due] = [await aVideo(), anAddress(), Date.now() + 10 * DAY]
    const due_at = new Date(due).toISOString()
    await ask(video, [kim(email)], { due_at })
    const lost = await linkOf(email)
    await revoke(video)
    const again = await ask(video, [kim(email)], { due_at })
    expect(again.json).toMatchObject({
      review_status: 'needs_review',
      reviewers: [{ name: 'Kim Lee', email, asked: true, link_ended: false }],
    })
    expect((await get(video, lost)).json.code).toBe('invalid_share_token')
    await runJob(due - DAY / 2)
    expect(await mailsTo(email)).toHaveLength(3)
    expect((await decide(video, 'approved', await linkOf(email))).json.review_status).toBe('approved')
    // A change of the date is no reason to mail somebody who can decide.
    await ask(video, [kim(email)], { due_at: new Date(due + DAY).toISOString() })
    expect(await mailsTo(email)).toHaveLength(3)
  })
})

describe('the end of a link', () => {
  test('takes back no verdict, and the next version does not wait for its guest', async () => {
    const [first, email] = [await aVideo(), anAddress()]
    await ask(first, [{ user_id: colleague.id }, kim(email)])
    await decide(first, 'changes_requested', await linkOf(email), { note: 'Too dark' })
    await decide(first, 'approved', colleague)
    await revoke(first)
    expect(await statusOf(first)).toBe('changes_requested')
    expect(await peopleOf(first)).toMatchObject([
      {},
      { link_ended: true, verdict: 'changes_requested', note: 'Too dark' },
    ])
    const second = await aVersionOf(first)
    await runJob()
    expect(await statusOf(second)).toBe('needs_review')
    expect((await decide(second, 'approved', colleague)).json.review_status).toBe('approved')
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('changes nothing while another link of the same guest works, or if it was for anybody', async () => {
    const [video, email] = [await aVideo(), anAddress()]
    await ask(video, [kim(email)])
    const first = await linkOf(email)
    await ask(video, [kim(email)], { message: 'Please' })
    await revoke(video)
    await server.aLink(owner, video, 'approver')
    await revoke(video)
    expect(await peopleOf(video)).toMatchObject([{ link_ended: false }])
    expect((await entriesOf(video)).map(({ action }) => action)).toEqual(['request', 'request'])
    expect((await decide(video, 'approved', first)).json.review_status).toBe('approved')
  })

  test('counts, too, when its time is over', async () => {
    const [video, email] = [await aVideo(), anAddress()]
    await ask(video, [kim(email)])
    await server.db
      .updateTable('share_links')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('id', 'in', server.db.selectFrom('share_link_items').select('link_id').where('video_id', '=', video))
      .execute()
    await removeExpiredLinks(server.db)
    await runJob()
    expect((await get(video, owner)).json).toMatchObject({
      review_status: 'in_progress',
      reviewers: [{ link_ended: true }],
    })
    expect((await entriesOf(video)).at(-1)).toMatchObject({
      ...{ action: 'link_ended', actor: null, after: { link_ended: ['Kim Lee (guest)'] } },
    })
  })

  test('counts, too, when the member who asked has left the company', async () => {
    await server.db.updateTable('users').set({ is_admin: true }).where('id', '=', owner.id).execute()
    const leaver = await server.person(owner)
    const video = await aVideo(leaver)
    await ask(video, [{ user_id: owner.id }, kim(anAddress())], {}, leaver)
    await decide(video, 'approved', owner)
    expect((await server.post('/api/company/delete_user', { email: leaver.email }, owner)).status).toBe(200)
    await runJob()
    expect((await get(video, owner)).json).toMatchObject({
      review_status: 'approved',
      reviewers: [{ me: true }, { link_ended: true, verdict: null }],
    })
  })

  test('with its version brings a link to the version that is current then', async () => {
    const [first, email] = [await aVideo(), anAddress()]
    const second = await aVersionOf(first)
    await ask(second, [kim(email)])
    await server.db.deleteFrom('videos').where('id', '=', second).execute()
    await runJob()
    expect(await peopleOf(first)).toMatchObject([{ link_ended: false }])
    expect((await decide(first, 'approved', await linkOf(email))).json.review_status).toBe('approved')
  })
})
