import type { LogEntry } from '@footnote/contract/nouns/review/approvals.ts'
import { REVIEW_STATUSES, type ReviewStatus, VERDICTS } from '@footnote/contract/shared/review-status.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../seed/rows/senders.ts'
import { approvalCalls } from './approval-calls.ts'
import { randomNumbers } from './random-numbers.ts'
import type { startTeam } from './team.ts'

/** A person's verdicts and everything else that a status follows from, as a log tells it. */
class Replay {
  #status: ReviewStatus = 'in_progress'
  #asked: readonly string[] = []
  #set: ReviewStatus = 'in_progress'
  /** The last verdict of each person; the last one given is the last one here. */
  #given = new Map<string, string>()
  /** Verdicts that a set status is later than. */
  #old = new Set<string>()
  #version = 1

  follow({ action, actor, after, version }: LogEntry): ReviewStatus {
    // Verdicts are of one version. One that begins in progress has no entry of its own, but each entry names its version.
    if (version !== this.#version) {
      this.#version = version
      this.#given.clear()
      this.#old.clear()
      this.#set = 'in_progress'
    }
    if (action === 'version') this.#set = after.review_status
    if (action === 'status') {
      this.#set = after.review_status
      this.#old = new Set(this.#given.keys())
    }
    if (action === 'verdict' && actor) {
      this.#given.delete(actor)
      this.#old.delete(actor)
      if (after.verdict) this.#given.set(actor, after.verdict)
    }
    if (after.reviewers) this.#asked = after.reviewers
    this.#status = this.#decided()
    return this.#status
  }

  #decided(): ReviewStatus {
    const verdicts = this.#asked.map((name) => this.#given.get(name))
    if (verdicts.includes('changes_requested')) return 'changes_requested'
    if (verdicts.length > 0) return verdicts.every((one) => one === 'approved') ? 'approved' : 'needs_review'
    const later = [...this.#given].filter(([name]) => !this.#old.has(name))
    return (later.at(-1)?.[1] as ReviewStatus | undefined) ?? this.#set
  }
}

/**
 * Compares the status of a video with what its log tells, after random steps.
 * @param known seeds of steps that are always taken
 * @param count number of further seeds
 */
export function replayLogs(
  { server, owner, colleague }: Awaited<ReturnType<typeof startTeam>>,
  collection: string,
  { known = [], count }: { readonly known?: readonly number[]; readonly count: number },
): void {
  describe('replayed', async () => {
    const { aVideo, aVersionOf, decide, set, request, log, statusOf } = approvalCalls(server, owner, collection)
    const entriesOf = async (video: string): Promise<LogEntry[]> => (await log(video, owner)).json.entries
    const people: Person[] = [owner, colleague, await server.person(owner), await server.person(owner)]
    beforeAll(async () => {
      // The log names people, so each needs a name of their own.
      for (const [at, { id }] of people.entries())
        await server.db
          .updateTable('users')
          .set({ last_name: `${at}` })
          .where('id', '=', id)
          .execute()
    })
    test.each([...known, ...Array.from({ length: count }, () => Math.floor(Math.random() * 2 ** 31))])(
      'gives every status, with the seed %i',
      async (seed) => {
        const random = randomNumbers(seed)
        const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!
        const first = await aVideo()
        let video = first
        const statuses: string[] = []
        let refused = 0
        for (let step = 0; step < 25; step += 1) {
          const dice = random()
          const count = (await entriesOf(first)).length
          if (dice < 0.5) await decide(video, pick(VERDICTS), pick(people), { note: 'x' })
          else if (dice < 0.7) refused += (await set(video, pick(REVIEW_STATUSES), owner)).status === 409 ? 1 : 0
          else if (dice < 0.9)
            await request(
              video,
              people.filter(() => random() < 0.3),
              owner,
            )
          else video = await aVersionOf(video)
          const written = (await entriesOf(first)).length - count
          expect(written).toBeLessThanOrEqual(1)
          if (written === 1) statuses.push(await statusOf(video))
        }
        const replay = new Replay()
        const entries = await entriesOf(first)
        expect(entries.map(({ after }) => after.review_status)).toEqual(statuses)
        expect(entries.map((entry) => replay.follow(entry))).toEqual(statuses)
        expect(refused + entries.length).toBeLessThanOrEqual(25)
      },
    )
  })
}
