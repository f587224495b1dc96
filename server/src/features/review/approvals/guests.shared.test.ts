import type { ReviewPerson } from '@footnote/contract/shared/approvals.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { anOpenedLink } from '../../../../../seed/answers/links.ts'
import type { LinkHolder } from '../../../../../seed/rows/senders.ts'
import { approvalCalls } from '../../../../test/approval-calls.ts'
import { startProduct } from '../../../../test/product.ts'
import { startTeam } from '../../../../test/team.ts'
import { removeExpiredLinks } from '../sharing/commands.ts'
import { mailWaiting } from './waiting.ts'

const { server, owner, colleague } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
const { aVideo, aVersionOf, get, decide, request, log, statusOf } = approvalCalls(server, owner, collection)
afterAll(() => server.close())

let addresses = 0
const anAddress = () => `kim${addresses++}@example.org`
const ask = (video: string, emails: readonly string[], more: object = {}) =>
  server.put(
    `/api/quick-review/approvals/${video}`,
    { reviewers: emails.map((email) => ({ email, name: 'Kim Lee' })), ...more },
    owner,
  )
const mailsTo = async (email: string) => (await server.outbox()).filter((mail) => mail.includes(`To: ${email}`))
/** The links that were mailed to an address, oldest first. */
const linksOf = async (email: string): Promise<LinkHolder[]> =>
  (await mailsTo(email)).map((mail) => ({ share_token: /\/shared\/(\S+)/.exec(mail)![1]! }))
const mails = { claim: async () => ({ granted: true as const, giveBack: async () => undefined }) }
const runJob = (now = new Date()) => mailWaiting({ ...server, mails }, now)

describe('somebody with a link for approving', () => {
  test('decides by name and browser, and changes their mind', async () => {
    const video = await aVideo()
    const link: LinkHolder = { ...(await server.aLink(owner, video, 'approver')), guest_key: 'a browser' }
    expect((await get(video, link)).json.can).toEqual({ decide: true, request: false, set: false })
    const first = await decide(video, 'changes_requested', link, { guest_name: 'Grace', note: 'Too dark' })
    expect(first.json).toMatchObject({
      review_status: 'changes_requested',
      reviewers: [{ name: 'Grace', kind: 'guest', asked: false, me: true, note: 'Too dark', user_id: null }],
    })
    await decide(video, 'approved', link, { guest_name: 'Grace' })
    const { reviewers } = (await get(video, { ...link, guest_key: 'another browser' })).json
    expect(reviewers).toMatchObject([{ verdict: 'approved', me: false }])
    await decide(video, 'withdrawn', link, { guest_name: 'Grace' })
    expect(await statusOf(video)).toBe('in_progress')
    const { entries } = (await log(video, owner)).json
    expect(entries.map(({ actor }: { actor: string }) => actor)).toEqual(Array(3).fill('Grace (guest)'))
  })

  test('must say who they are', async () => {
    const video = await aVideo()
    const link = await server.aLink(owner, video, 'approver')
    const nameless = await decide(video, 'approved', { ...link, guest_key: 'a browser' })
    expect([nameless.status, Object.keys(nameless.json.fields)]).toEqual([400, ['guest_name']])
    const keyless = await decide(video, 'approved', link, { guest_name: 'Grace' })
    expect([keyless.status, Object.keys(keyless.json.fields)]).toEqual([400, ['x-guest-key']])
  })

  test('does not decide about a version that is not the current one', async () => {
    const video = await aVideo()
    const link: LinkHolder = { ...(await server.aLink(owner, video, 'approver')), guest_key: 'a browser' }
    await aVersionOf(video)
    expect((await decide(video, 'approved', link, { guest_name: 'Grace' })).json.code).toBe('not_current')
    expect((await get(video, link)).json.can.decide).toBe(false)
  })

  test('stays by name in the log after the link has ended and expired data is removed', async () => {
    const video = await aVideo()
    const link: LinkHolder = { ...(await server.aLink(owner, video, 'approver')), guest_key: 'a browser' }
    await decide(video, 'approved', link, { guest_name: 'Grace' })
    const { share_links } = (await server.get(`/api/sharing_router/share-links/${video}`, owner)).json
    await server.delete(`/api/sharing_router/share-links/${share_links[0].id}`, owner)
    await removeExpiredLinks(server.db)
    expect((await get(video, owner)).json.reviewers).toMatchObject([{ name: 'Grace', verdict: 'approved' }])
    expect((await log(video, owner)).json.entries).toMatchObject([{ actor: 'Grace (guest)', action: 'verdict' }])
  })
})

describe('a guest who is asked by address', () => {
  test('gets a link of their own, and decides without giving a name', async () => {
    const [video, email] = [await aVideo(), anAddress()]
    const asked = await ask(video, [email], { message: 'Look at the colours', due_at: '2999-11-30T17:00:00Z' })
    expect(asked.json.reviewers).toMatchObject([{ name: 'Kim Lee', kind: 'guest', email, user_id: null, asked: true }])
    const [mail = ''] = await mailsTo(email)
    expect(mail).toContain('Subject: Ada Lovelace asks you to review version 1 of match.mp4')
    expect(mail).toContain('Look at the colours')
    expect(mail).toContain('30 November 2999')
    const [link] = await linksOf(email)
    expect((await get(video, link)).json.reviewers).toMatchObject([{ me: true, email: null, verdict: null }])
    expect((await decide(video, 'approved', link)).json).toMatchObject({
      review_status: 'approved',
      reviewers: [{ name: 'Kim Lee', me: true, verdict: 'approved' }],
    })
    expect((await get(video, owner)).json.reviewers).toMatchObject([{ asked: true, verdict: 'approved', me: false }])
  })

  test('is mailed once, and again with a message while they have not decided', async () => {
    const [video, email] = [await aVideo(), anAddress()]
    await ask(video, [email])
    await ask(video, [email], { due_at: '2999-11-30T17:00:00Z' })
    expect(await mailsTo(email)).toHaveLength(1)
    await ask(video, [email], { message: 'Please' })
    const [first, second] = await linksOf(email)
    await decide(video, 'changes_requested', first)
    await decide(video, 'approved', second)
    expect((await get(video, owner)).json.reviewers).toMatchObject([{ verdict: 'approved' }])
    await ask(video, [email], { message: 'Thanks' })
    expect(await mailsTo(email)).toHaveLength(2)
  })

  test('has no link any more when they are asked no more', async () => {
    const [video, email, other] = [await aVideo(), anAddress(), anAddress()]
    await ask(video, [email, other])
    const [[gone], [stays]] = [await linksOf(email), await linksOf(other)]
    await ask(video, [other])
    expect((await get(video, gone)).json.code).toBe('invalid_share_token')
    expect((await get(video, stays)).status).toBe(200)
    const kept = await server.db.selectFrom('reviewers').select('id').where('email', '=', email).execute()
    expect(kept).toEqual([])
  })

  test('sees nobody else by address', async () => {
    const [video, email, other] = [await aVideo(), anAddress(), anAddress()]
    await ask(video, [email, other])
    const [link] = await linksOf(email)
    const { text, json } = await get(video, link)
    expect(json.reviewers.map(({ me }: ReviewPerson) => me)).toEqual([true, false])
    expect(text).not.toContain('@')
  })

  test('gets a link to the next version from the job, once', async () => {
    const [first, email] = [await aVideo(), anAddress()]
    await ask(first, [email])
    const second = await aVersionOf(first)
    await runJob()
    await runJob()
    const links = await linksOf(email)
    expect(links).toHaveLength(2)
    expect((await decide(second, 'approved', links[1])).json.review_status).toBe('approved')
    expect((await mailsTo(email))[1]).toContain('version 2 of match.mp4')
  })

  test('learns by their link who sent it, until when it is open, and of a newer version, which it does not name', async () => {
    const [first, email] = [await aVideo(), anAddress()]
    const due_at = '2031-05-01T12:00:00.000Z'
    await ask(first, [email], { due_at })
    const [personal] = await linksOf(email)
    const open = await server.aLink(owner, first, 'approver')
    const until = await server.post(
      `/api/sharing_router/create-share-link/${first}`,
      { permission: 'viewer', expires_in_days: 7 },
      colleague,
    )
    const read = (token: string) => server.get(`/api/sharing_router/validate-share-token/${token}`)
    const newer = async (link: LinkHolder | undefined) => (await read(link!.share_token)).json.newer
    const nameOf = async ({ id }: { id: string }) => {
      const who = server.db.selectFrom('users').select(['first_name', 'last_name']).where('id', '=', id)
      const { first_name, last_name } = await who.executeTakeFirstOrThrow()
      return `${first_name} ${last_name}`
    }
    const shared_by = await nameOf(owner)
    const asked = { permission: 'approver', guest_name: 'Kim Lee', shared_by, due_at, mail: false } as const
    expect((await read(personal!.share_token)).json).toEqual(anOpenedLink(first, asked))
    const { expires_at } = until.json
    expect((await read(until.json.share_url.split('/').at(-1))).json).toEqual(
      anOpenedLink(first, { shared_by: await nameOf(colleague), expires_at }),
    )
    const second = await aVersionOf(first)
    expect([await newer(personal), await newer(open)]).toEqual(['exists', 'exists'])
    await runJob()
    expect([await newer(personal), await newer(open)]).toEqual(['mailed', 'exists'])
    const { text } = await read(personal!.share_token)
    expect(text).not.toContain(second)
    const [, later] = await linksOf(email)
    expect(await newer(later)).toBe('none')
    await server.post(`/api/quick-review/unstack/${second}`, {}, owner)
    expect(await newer(open)).toBe('none')
  })

  test('is one of those who decide, beside members', async () => {
    const [video, email] = [await aVideo(), anAddress()]
    const reviewers = [{ user_id: colleague.id }, { email, name: 'Kim Lee' }]
    await server.put(`/api/quick-review/approvals/${video}`, { reviewers }, owner)
    await decide(video, 'approved', colleague)
    expect(await statusOf(video)).toBe('needs_review')
    await decide(video, 'approved', (await linksOf(email))[0])
    expect(await statusOf(video)).toBe('approved')
    await request(video, [], owner)
  })

  test('is not mailed more often than the limit allows', async () => {
    const limited = await startProduct({ settings: { RATE_LIMITS: 'on' } })
    const keeper = await limited.person()
    const { video_id } = await limited.aCollectionWithVideo(keeper)
    const statuses: number[] = []
    for (const message of ['1', '2', '3', '4', '5', '6']) {
      const reviewers = [{ email: 'kim@example.org', name: 'Kim' }]
      const body = { reviewers, message }
      statuses.push((await limited.put(`/api/quick-review/approvals/${video_id}`, body, keeper)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(await limited.outbox()).toHaveLength(5)
    await limited.close()
  })
})
