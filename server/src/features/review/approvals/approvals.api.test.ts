import type { ReviewPerson } from '@footnote/contract/shared/approvals.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { LinkHolder, Sender } from '../../../../../seed/rows/senders.ts'
import { approvalCalls } from '../../../../test/approval-calls.ts'
import { daysAgo, NIL } from '../../../../test/product.ts'
import { startTeam } from '../../../../test/team.ts'

const { server, owner, colleague, stranger } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
const { aVideo, aVersionOf, get, decide, set, request, log, statusOf } = approvalCalls(server, owner, collection)
afterAll(() => server.close())

describe('permissions', async () => {
  const seatless = await server.person(await server.person())
  const theirs = await server.aCollection(colleague)
  const byColleague = await server.aVideo(colleague, collection, { duration: 10 })
  const ofColleague = await server.aVideo(owner, theirs, { duration: 10 })
  const video = await aVideo()
  const sample = await aVideo(null, await server.aCollection(null))
  const old = await aVideo(stranger, await server.aCollection(stranger, { created_at: daysAgo(31) }))
  const ofSeatless = await server.aVideo(seatless, await server.aCollection(seatless), { duration: 10 })
  const viewer = await server.aLink(owner, video, 'viewer')
  const commenter = await server.aLink(owner, video)
  const cases: readonly (readonly [string, string, Sender, readonly [number, string, string, string]])[] = [
    ['the owner of version and collection', video, owner, [200, 'ok', 'ok', 'ok']],
    ['the owner of the collection', byColleague, owner, [200, 'ok', 'ok', 'ok']],
    ['the owner of the version', byColleague, colleague, [200, 'ok', 'ok', 'ok']],
    ['the owner of the version in a collection of another', ofColleague, owner, [200, 'ok', 'ok', 'ok']],
    ['a member', video, colleague, [200, 'ok', 'forbidden', 'forbidden']],
    ['a person without a seat', ofSeatless, seatless, [200, 'limit_seats', 'limit_seats', 'limit_seats']],
    ['a stranger', video, stranger, [404, 'not_found', 'not_found', 'not_found']],
    ['nobody', video, undefined, [401, 'unauthenticated', 'unauthenticated', 'unauthenticated']],
    ['a link for watching', video, viewer, [200, 'forbidden', 'unauthenticated', 'unauthenticated']],
    ['a link for commenting', video, commenter, [200, 'forbidden', 'unauthenticated', 'unauthenticated']],
    ['anybody with a sample', sample, owner, [200, 'forbidden', 'forbidden', 'forbidden']],
    [
      'the owner of an expired collection',
      old,
      stranger,
      [200, 'collection_expired', 'collection_expired', 'collection_expired'],
    ],
  ]

  test.each(cases)('%s', async (_, id, who, [read, verdict, asking, setting]) => {
    const answer = await get(id, who)
    expect(answer.status).toBe(read)
    if (read === 200)
      expect(answer.json.can).toEqual({ decide: verdict === 'ok', request: asking === 'ok', set: setting === 'ok' })
    const codes = [await decide(id, 'approved', who), await set(id, 'needs_review', who), await request(id, [], who)]
    expect(codes.map(({ status, json }) => (status === 200 ? 'ok' : json.code))).toEqual([verdict, setting, asking])
  })

  test('the log is for members, and not for links', async () => {
    expect((await log(video, owner)).status).toBe(200)
    expect((await log(video, colleague)).status).toBe(200)
    expect((await log(video, stranger)).status).toBe(404)
    expect((await log(video)).status).toBe(401)
    for (const link of [viewer, commenter]) expect((await log(video, link)).json.code).toBe('forbidden')
  })

  test('an unknown video is not found, and one in deletion takes no verdict', async () => {
    for (const id of [NIL, 'nonsense'])
      for (const answer of [await get(id, owner), await decide(id, 'approved', owner), await request(id, [], owner)])
        expect(answer.status).toBe(404)
    const gone = await aVideo(owner, collection, { status: 'DELETING' })
    expect((await decide(gone, 'approved', owner)).json.code).toBe('video_not_ready')
    expect((await get(gone, owner)).json.can).toEqual({ decide: false, request: false, set: false })
  })
})

describe('versions', () => {
  test('a new version needs review while people are asked, and the verdicts stay with the version before', async () => {
    const first = await aVideo()
    await request(first, [colleague], owner)
    await decide(first, 'approved', colleague, { note: 'Print it' })
    const second = await aVersionOf(first)
    expect([await statusOf(first), await statusOf(second)]).toEqual(['approved', 'needs_review'])
    expect((await get(first, owner)).json.reviewers).toMatchObject([{ verdict: 'approved', note: 'Print it' }])
    expect((await get(second, owner)).json.reviewers).toMatchObject([{ asked: true, verdict: null, note: null }])
    await decide(second, 'changes_requested', colleague)
    expect([await statusOf(first), await statusOf(second)]).toEqual(['approved', 'changes_requested'])
  })

  test('a new version needs review after one that was reviewed, and is in progress after one that was not', async () => {
    const reviewed = await aVideo()
    await decide(reviewed, 'changes_requested', colleague)
    expect(await statusOf(await aVersionOf(reviewed))).toBe('needs_review')
    expect(await statusOf(await aVersionOf(await aVideo()))).toBe('in_progress')
  })

  test('only the current version takes verdicts, a status and requests', async () => {
    const first = await aVideo()
    const second = await aVersionOf(first)
    for (const answer of [
      await decide(first, 'approved', owner),
      await set(first, 'approved', owner),
      await request(first, [colleague], owner),
    ])
      expect(answer.json).toMatchObject({ status: 409, code: 'not_current' })
    expect((await get(first, owner)).json.can).toEqual({ decide: false, request: false, set: false })
    expect((await decide(second, 'approved', owner)).status).toBe(200)
  })

  test('a version that is current again is decided about by the people who are asked now', async () => {
    const first = await aVideo()
    await request(first, [colleague], owner)
    await decide(first, 'approved', colleague)
    const second = await aVersionOf(first)
    await request(second, [colleague, owner], owner)
    expect(await statusOf(first)).toBe('approved')
    await server.post('/api/delete_video', { id: second }, owner)
    expect(await statusOf(first)).toBe('needs_review')
    expect((await get(first, owner)).json.can).toMatchObject({ decide: true })
  })

  test('a version that leaves its stack keeps its verdicts and is asked about no more', async () => {
    const first = await aVideo()
    const second = await aVersionOf(first)
    await request(second, [colleague], owner, { due_at: '2999-01-01T00:00:00Z' })
    await server.post(`/api/quick-review/unstack/${second}`, {}, owner)
    expect((await get(second, owner)).json).toMatchObject({ review_status: 'in_progress', reviewers: [], due_at: null })
    expect((await get(first, owner)).json).toMatchObject({
      review_status: 'needs_review',
      reviewers: [{ asked: true }],
    })
    await decide(second, 'approved', colleague)
    await server.post(`/api/quick-review/stack/${second}`, { onto: first }, owner)
    expect((await get(second, owner)).json).toMatchObject({
      review_status: 'approved',
      due_at: '2999-01-01T00:00:00.000Z',
    })
  })
})

describe('a request', () => {
  test('names members in order, and a due date that cards show', async () => {
    const video = await aVideo()
    const answer = await request(video, [colleague, owner], owner, { due_at: '2999-11-30T17:00:00+01:00' })
    expect(answer.json).toMatchObject({ due_at: '2999-11-30T16:00:00.000Z', review_status: 'needs_review' })
    expect(answer.json.reviewers).toMatchObject([
      { user_id: colleague.id, kind: 'member', asked: true, me: false, verdict: null, email: null },
      { user_id: owner.id, me: true },
    ])
    const { videos } = (await server.get(`/api/indexes/${collection}`, owner)).json
    const card = videos.find(({ id }: { id: string }) => id === video)
    expect(card).toMatchObject({ review_status: 'needs_review', due_at: '2999-11-30T16:00:00.000Z' })
    expect((await request(video, [], owner)).json).toMatchObject({ reviewers: [], due_at: null })
  })

  test.each([
    ['a stranger', { reviewers: [{ user_id: stranger.id }] }, 'reviewers'],
    ['an unknown person', { reviewers: [{ user_id: NIL }] }, 'reviewers'],
    ['somebody without an id', { reviewers: [{ user_id: 'nonsense' }] }, 'reviewers'],
    ['nobody in particular', { reviewers: [{}] }, 'reviewers.0'],
    ['an address without a name', { reviewers: [{ email: 'kim@example.org' }] }, 'reviewers.0'],
    ['a due date that is none', { reviewers: [], due_at: 'tomorrow' }, 'due_at'],
    ['a due date that is over', { reviewers: [], due_at: '2020-01-01T00:00:00Z' }, 'due_at'],
  ])('for %s is refused', async (_, body, field) => {
    const answer = await server.put(`/api/quick-review/approvals/${await aVideo()}`, body, owner)
    expect([answer.status, Object.keys(answer.json.fields)]).toEqual([400, [field]])
  })

  test('names each person once, by account or by address', async () => {
    const video = await aVideo()
    const reviewers = [{ user_id: colleague.id }, { email: colleague.email, name: 'Col' }, { user_id: colleague.id }]
    const answer = await server.put(`/api/quick-review/approvals/${video}`, { reviewers }, owner)
    expect(answer.json.reviewers).toMatchObject([{ user_id: colleague.id, kind: 'member' }])
  })

  test('shows links the status, those for approving also names and verdicts, and none accounts, addresses or notes', async () => {
    const video = await aVideo()
    await request(video, [colleague], owner)
    await decide(video, 'approved', colleague, { note: 'Between us' })
    for (const permission of ['viewer', 'commenter', 'approver'] as const) {
      const { json } = await get(video, { ...(await server.aLink(owner, video, permission)), guest_key: permission })
      const people = [{ name: 'Ada Lovelace', user_id: null, email: null, me: false, verdict: 'approved', note: null }]
      expect(json.review_status).toBe('approved')
      expect(json.reviewers).toMatchObject(permission === 'approver' ? people : [])
      expect(json.reviewers).toHaveLength(permission === 'approver' ? 1 : 0)
      for (const secret of [colleague.id, '@', 'Between us']) expect(JSON.stringify(json)).not.toContain(secret)
    }
  })

  test('shows a guest their own verdict and note, by whichever link they come back', async () => {
    const video = await aVideo()
    const approver = { ...(await server.aLink(owner, video, 'approver')), guest_key: 'my browser' }
    await decide(video, 'approved', colleague, { note: 'Between us' })
    await decide(video, 'changes_requested', approver, { guest_name: 'Grace', note: 'Too dark' })
    const others = await server.aLink(owner, video, 'approver')
    const seen = async (link: LinkHolder) =>
      (await get(video, link)).json.reviewers.map(({ note }: ReviewPerson) => note)
    expect(await seen(approver)).toEqual([null, 'Too dark'])
    expect(await seen({ ...(await server.aLink(owner, video, 'commenter')), guest_key: 'my browser' })).toEqual([
      'Too dark',
    ])
    expect(await seen({ ...others, guest_key: 'another browser' })).toEqual([null, null])
    expect((await get(video, owner)).json.reviewers.map(({ note }: ReviewPerson) => note)).toEqual([
      'Between us',
      'Too dark',
    ])
  })
})
