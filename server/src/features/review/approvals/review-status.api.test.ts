import type { ReviewPerson } from '@footnote/contract/shared/approvals.ts'
import type { Verdict } from '@footnote/contract/shared/review-status.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { approvalCalls } from '../../../../test/approval-calls.ts'
import { startTeam } from '../../../../test/team.ts'

const { server, owner, colleague } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
const { aVideo, get, decide, set, request, statusOf } = approvalCalls(server, owner, collection)
afterAll(() => server.close())

describe('the status', async () => {
  const people = { ana: colleague, ben: await server.person(owner), cem: await server.person(owner) }
  type Name = keyof typeof people
  type Step = readonly [Name | 'set' | 'ask', string]
  const rules: readonly (readonly [string, readonly Step[], string])[] = [
    ['begins as in progress', [], 'in_progress'],
    ['needs review while nobody who is asked decided', [['ask', 'ana ben']], 'needs_review'],
    [
      'needs review while one has not decided',
      [
        ['ask', 'ana ben'],
        ['ana', 'approved'],
      ],
      'needs_review',
    ],
    [
      'is approved when all approve',
      [
        ['ask', 'ana ben'],
        ['ana', 'approved'],
        ['ben', 'approved'],
      ],
      'approved',
    ],
    [
      'asks for changes when one does',
      [
        ['ask', 'ana ben'],
        ['ben', 'changes_requested'],
      ],
      'changes_requested',
    ],
    [
      'asks for changes although the last one approves',
      [
        ['ask', 'ana ben'],
        ['ben', 'changes_requested'],
        ['ana', 'approved'],
      ],
      'changes_requested',
    ],
    [
      'follows the last verdict of a person',
      [
        ['ask', 'ana'],
        ['ana', 'changes_requested'],
        ['ana', 'approved'],
      ],
      'approved',
    ],
    [
      'needs review again when a verdict is withdrawn',
      [
        ['ask', 'ana'],
        ['ana', 'approved'],
        ['ana', 'withdrawn'],
      ],
      'needs_review',
    ],
    [
      'does not follow people who are not asked',
      [
        ['ask', 'ana'],
        ['ben', 'approved'],
      ],
      'needs_review',
    ],
    [
      'knows verdicts from before the asking',
      [
        ['ana', 'approved'],
        ['ask', 'ana'],
      ],
      'approved',
    ],
    [
      'is what is left when fewer are asked',
      [
        ['ask', 'ana ben'],
        ['ana', 'approved'],
        ['ask', 'ana'],
      ],
      'approved',
    ],
    [
      'needs review when more are asked',
      [
        ['ask', 'ana'],
        ['ana', 'approved'],
        ['ask', 'ana ben'],
      ],
      'needs_review',
    ],
    [
      'is the last verdict when nobody is asked',
      [
        ['ana', 'approved'],
        ['ben', 'changes_requested'],
      ],
      'changes_requested',
    ],
    [
      'is the last verdict when nobody is asked any more',
      [
        ['ask', 'ana ben'],
        ['ana', 'approved'],
        ['ask', ''],
      ],
      'approved',
    ],
    [
      'is the verdict before when the last is withdrawn',
      [
        ['ana', 'approved'],
        ['ben', 'changes_requested'],
        ['ben', 'withdrawn'],
      ],
      'approved',
    ],
    ['is what a keeper set', [['set', 'needs_review']], 'needs_review'],
    [
      'is what a keeper set after a verdict',
      [
        ['ana', 'approved'],
        ['set', 'in_progress'],
      ],
      'in_progress',
    ],
    [
      'is the verdict after what a keeper set',
      [
        ['set', 'needs_review'],
        ['ana', 'approved'],
      ],
      'approved',
    ],
    [
      'is what a keeper set when all later verdicts are withdrawn',
      [
        ['ana', 'approved'],
        ['set', 'changes_requested'],
        ['ben', 'approved'],
        ['ben', 'withdrawn'],
      ],
      'changes_requested',
    ],
    [
      'is not what was set before when a person withdraws an older verdict',
      [
        ['ana', 'approved'],
        ['set', 'needs_review'],
        ['ana', 'withdrawn'],
      ],
      'needs_review',
    ],
  ]

  test.each(rules)('%s', async (_, steps, expected) => {
    const video = await aVideo()
    for (const [who, what] of steps) {
      const asked = what.split(' ').filter(Boolean) as Name[]
      const answer =
        who === 'set'
          ? await set(video, what, owner)
          : who === 'ask'
            ? await request(
                video,
                asked.map((name) => people[name]),
                owner,
              )
            : await decide(video, what as Verdict, people[who])
      expect(answer.status).toBe(200)
    }
    expect(await statusOf(video)).toBe(expected)
    const details = await server.get(`/api/get_video_details/${video}`, owner)
    expect(details.json.review_status).toBe(expected)
    const list = await server.get(`/api/quick-review/versions/${video}`, owner)
    expect(list.json.versions[0].review_status).toBe(expected)
  })

  test('is not set by a keeper while people are asked', async () => {
    const video = await aVideo()
    await request(video, [colleague], owner)
    expect((await get(video, owner)).json.can).toEqual({ decide: true, request: true, set: false })
    expect((await set(video, 'approved', owner)).json).toMatchObject({ status: 409, code: 'reviewers_decide' })
    expect(await statusOf(video)).toBe('needs_review')
  })

  test('of twenty pairs of verdicts at once is that of both, and both are kept', async () => {
    const [one, other] = [people.ana, people.ben]
    const pairs: readonly (readonly [Verdict, Verdict, string])[] = [
      ['approved', 'approved', 'approved'],
      ['approved', 'changes_requested', 'changes_requested'],
    ]
    for (let round = 0; round < 20; round += 1) {
      const [first, second, expected] = pairs[round % 2]!
      const video = await aVideo()
      await request(video, [one, other], owner)
      const answers = await Promise.all([decide(video, first, one), decide(video, second, other)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const { review_status, reviewers } = (await get(video, owner)).json
      expect(review_status).toBe(expected)
      expect(reviewers.map(({ verdict }: ReviewPerson) => verdict)).toEqual([first, second])
      const kept = await server.db.selectFrom('verdicts').select('id').where('video_id', '=', video).execute()
      expect(kept).toHaveLength(2)
    }
  })
})
