import type { LogEntry } from '@footnote/contract/nouns/review/approvals.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../../../../../seed/rows/people.ts'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { approvalCalls } from '../../../../test/approval-calls.ts'
import { replayLogs } from '../../../../test/replayed-log.ts'
import { startTeam } from '../../../../test/team.ts'

const team = await startTeam()
const { server, owner, colleague } = team
const collection = await server.aCollection(owner, { kind: 'review' })
const { aVideo, aVersionOf, get, decide, set, request, log, statusOf } = approvalCalls(server, owner, collection)
afterAll(() => server.close())

const entriesOf = async (video: string): Promise<LogEntry[]> => (await log(video, owner)).json.entries

describe('the log', () => {
  test('says who did what, and what was before and after', async () => {
    const video = await aVideo()
    await set(video, 'needs_review', owner)
    await request(video, [colleague], owner, { due_at: '2999-01-01T00:00:00Z' })
    await decide(video, 'changes_requested', colleague, { note: 'Too long' })
    await decide(video, 'withdrawn', colleague)
    const entries = await entriesOf(video)
    expect(entries).toMatchObject([
      { action: 'status', before: { review_status: 'in_progress' }, after: { review_status: 'needs_review' } },
      {
        action: 'request',
        before: { reviewers: [], due_at: null },
        after: { reviewers: ['Ada Lovelace'], due_at: '2999-01-01T00:00:00.000Z' },
      },
      {
        action: 'verdict',
        before: { review_status: 'needs_review', verdict: null },
        after: { review_status: 'changes_requested', verdict: 'changes_requested', note: 'Too long' },
      },
      { action: 'verdict', before: { verdict: 'changes_requested' }, after: { verdict: null, note: null } },
    ])
    for (const entry of entries) expect(entry).toMatchObject({ video_id: video, version: 1, actor: 'Ada Lovelace' })
    expect([...entries].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))).toEqual(entries)
  })

  test('is that of all versions of a stack', async () => {
    const first = await aVideo()
    await request(first, [colleague], owner)
    const second = await aVersionOf(first)
    await decide(second, 'approved', colleague)
    for (const video of [first, second])
      expect((await entriesOf(video)).map(({ version, action }) => [version, action])).toEqual([
        [1, 'request'],
        [2, 'version'],
        [2, 'verdict'],
      ])
    expect((await entriesOf(first))[1]).toMatchObject({ before: null, after: { review_status: 'needs_review' } })
  })
})

/** Of steps in which a version begins in progress after a verdict on the one before. */
const UNNOTED_VERSION = 1_141_703_645

replayLogs(team, collection, { known: [UNNOTED_VERSION], count: 2 })

describe('the database', async () => {
  const video = await aVideo()
  await decide(video, 'approved', colleague, { note: 'Good' })
  const statements = ['verdicts', 'review_log'].flatMap((table) => [
    sql`update ${sql.table(table)} set at = now()`,
    sql`update ${sql.table(table)} set user_id = null`,
    sql`update ${sql.table(table)} set video_id = video_id`,
    sql`delete from ${sql.table(table)}`,
    sql`truncate ${sql.table(table)}`,
    sql`truncate videos cascade`,
  ])

  test.each(statements.map((statement) => [statement.compile(server.db).sql, statement] as const))(
    'refuses: %s',
    async (_, statement) => {
      const before = await entriesOf(video)
      await expect(statement.execute(server.db)).rejects.toThrow('neither changed nor deleted')
      expect(await entriesOf(video)).toEqual(before)
    },
  )

  test('deletes the rows of a video with it', async () => {
    const gone = await aVideo()
    await request(gone, [colleague], owner)
    await decide(gone, 'approved', colleague)
    await server.db.deleteFrom('videos').where('id', '=', gone).execute()
    for (const table of ['verdicts', 'review_log'] as const)
      expect(await server.db.selectFrom(table).select('id').where('video_id', '=', gone).execute()).toEqual([])
  })
})

describe('a person who leaves', () => {
  // A company needs an admin who stays.
  beforeAll(async () => {
    await server.db.updateTable('users').set({ is_admin: true }).where('id', '=', owner.id).execute()
  })
  const deleteAccount = (who: Person) => server.post('/api/delete_account', { password: PASSWORD }, who)

  test('is Deleted user after the deletion of their account, and the others decide', async () => {
    const [video, leaver] = [await aVideo(), await server.person(owner)]
    await request(video, [leaver, colleague], owner)
    await decide(video, 'changes_requested', leaver, { note: 'No' })
    await decide(video, 'approved', colleague)
    expect((await deleteAccount(leaver)).status).toBe(200)
    const { json, text } = await get(video, owner)
    expect(json).toMatchObject({
      review_status: 'approved',
      reviewers: [
        { user_id: colleague.id, asked: true, verdict: 'approved' },
        { name: 'Deleted user', user_id: null, asked: false, verdict: 'changes_requested', note: 'No' },
      ],
    })
    expect(text).not.toContain(leaver.id)
    const entries = await entriesOf(video)
    expect(entries.map(({ actor, action }) => [actor, action]).slice(1)).toEqual([
      ['Deleted user', 'verdict'],
      [expect.stringContaining('Ada'), 'verdict'],
      [null, 'reviewer_left'],
    ])
    expect(entries[0]!.after.reviewers).toEqual(['Deleted user', expect.stringContaining('Ada')])
  })

  test('is asked no more after leaving the company, and keeps the name', async () => {
    const [video, leaver] = [await aVideo(), await server.person(owner)]
    await request(video, [leaver], owner)
    await decide(video, 'approved', leaver)
    expect((await server.post('/api/company/delete_user', { email: leaver.email }, owner)).status).toBe(200)
    expect((await get(video, owner)).json).toMatchObject({
      review_status: 'approved',
      reviewers: [{ name: 'Ada Lovelace', asked: false, verdict: 'approved' }],
    })
    expect((await entriesOf(video)).at(-1)).toMatchObject({ action: 'reviewer_left', actor: null })
  })

  test('with verdicts, at the same time as others decide, stops nobody', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [video, leaver] = [await aVideo(), await server.person(owner)]
      await request(video, [leaver, colleague], owner)
      await decide(video, 'approved', leaver)
      const answers = await Promise.all([
        deleteAccount(leaver),
        decide(video, 'approved', colleague),
        decide(video, 'changes_requested', leaver),
        decide(video, 'approved', owner),
      ])
      expect(answers.map(({ status }) => status)).not.toContain(500)
      expect([await statusOf(video), (await get(video, owner)).json.reviewers[0].verdict]).toEqual([
        'approved',
        'approved',
      ])
    }
  })
})
