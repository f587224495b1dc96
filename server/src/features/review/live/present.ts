import type { PresentEvent, ReviewEvents } from '@footnote/contract/nouns/review/live.ts'
import { unmarkedName } from '@footnote/contract/shared/guests.ts'
import { PRESENT } from '@footnote/contract/shared/limits.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import type { Circumstances } from '../../library/collections/policy.ts'
import { findCurrent, type VersionFacts } from '../../library/versions/queries.ts'
import type { Services } from '../../services.ts'
import { presentApprovals } from '../approvals/present.ts'
import { findReview } from '../approvals/queries.ts'
import { canSee, discussionRights } from '../comments/policy.ts'
import { presentComment } from '../comments/present.ts'
import {
  type CommentFacts,
  type CommentRow,
  comments,
  type EarlierFacts,
  type ManyCommentsFacts,
} from '../comments/queries.ts'
import type { PresenceRow, PresentRow } from './presence-rows.ts'
import { readEvents, type VideoListener } from './queries.ts'

/** What logs have of each event. */
interface EventFacts {
  readonly comment: CommentFacts
  readonly comments: ManyCommentsFacts
  readonly earlier: EarlierFacts
  readonly review: object
  readonly version: VersionFacts
  readonly transcript: ReviewEvents['transcript']
}

/** An event as a listener may see it; null when they may not. */
type Present<Name extends keyof ReviewEvents> = (
  listener: VideoListener,
  circumstances: Circumstances,
) => ReviewEvents[Name] | null

/**
 * For each event, reads what several of a video name, once for all listeners and as it is now. In the same order; null for
 * what is gone.
 */
export type EventReaders = {
  readonly [Name in keyof ReviewEvents]: (
    facts: readonly EventFacts[Name][],
    video_id: string,
  ) => Promise<readonly (Present<Name> | null)[]>
}

export const eventReaders = ({ db }: Pick<Services, 'db'>): EventReaders => ({
  comment: async (facts) => {
    const ids = facts.flatMap((fact) => (fact.kind === 'deleted' ? [] : [fact.id]))
    const read = ids.length > 0 ? await comments(db).where('comments.id', 'in', ids).execute() : []
    const rows = new Map(read.map((row) => [row.id, row]))
    return facts.map((fact) => {
      const row = fact.kind === 'deleted' ? revived(fact.row) : rows.get(fact.id)
      return row && (row.shown || fact.kind === 'deleted') ? changeOf(fact.kind, row) : null
    })
  },

  // Nothing to a link of what only the team sees.
  comments: async (facts) =>
    facts.map(
      ({ company_id, public: seen }) =>
        ({ viewer, discussion }) =>
          discussion.company_id === company_id && (seen || viewer.kind === 'user') ? {} : null,
    ),

  // Links list no comments of earlier versions.
  earlier: async (facts) =>
    facts.map(
      ({ company_id }) =>
        ({ viewer, discussion }) =>
          viewer.kind === 'user' && discussion.company_id === company_id ? {} : null,
    ),

  review: async (facts, video_id) => {
    const review = await findReview(db, video_id)
    return facts.map(() =>
      review
        ? ({ viewer, discussion: { collection } }, circumstances) => ({
            video_id,
            ...presentApprovals(review, { ...circumstances, viewer, collection }),
          })
        : null,
    )
  },

  // A link shows one version only.
  version: async (facts) => {
    const stacks = [...new Set(facts.map(({ stack_id }) => stack_id))]
    const found = await Promise.all(stacks.map(async (id) => [id, await findCurrent(db, id)] as const))
    const currents = new Map(found)
    return facts.map(({ stack_id }) => {
      const current = currents.get(stack_id)
      return current
        ? ({ viewer, discussion: { video } }) =>
            viewer.kind === 'user' && video.stack_id === stack_id ? current : null
        : null
    })
  },

  transcript: async (facts) => facts.map((event) => () => event),
})

/** An event of a video, as a listener may see it. */
export interface PresentedEvent {
  readonly number: number
  readonly name: keyof ReviewEvents
  /** Null for what is gone. */
  readonly present: Present<keyof ReviewEvents> | null
}

/** Reads events of a video, in order. @param after number of the one before the first @param to number of the last one */
export async function readPresented(
  db: Reader,
  readers: EventReaders,
  videoId: string,
  after: number,
  to: number,
): Promise<PresentedEvent[]> {
  const events = await readEvents(db, videoId, after, to)
  const presented = new Map<number, PresentedEvent['present']>()
  for (const [name, some] of Map.groupBy(events, (event) => event.name)) {
    // TypeScript does not connect the name with its facts.
    const read = readers[name] as (
      facts: readonly object[],
      video_id: string,
    ) => Promise<readonly PresentedEvent['present'][]>
    const made = await read(
      some.map(({ facts }) => facts),
      videoId,
    )
    for (const [at, { number }] of some.entries()) presented.set(number, made[at] ?? null)
  }
  return events.map(({ number, name }) => ({ number, name, present: presented.get(number) ?? null }))
}

const changeOf =
  (kind: CommentFacts['kind'], row: CommentRow): Present<'comment'> =>
  ({ viewer, discussion }, circumstances) =>
    discussion.company_id === row.company_id && canSee(viewer, row)
      ? { kind, comment: presentComment(row, viewer, discussionRights(viewer, discussion, circumstances)) }
      : null

/** Restores the dates of a row that went through JSON. */
const revived = (row: CommentRow): CommentRow => ({
  ...row,
  created_at: new Date(row.created_at),
  deleted_at: row.deleted_at && new Date(row.deleted_at),
  resolved_at: row.resolved_at && new Date(row.resolved_at),
})

/** The people around a video for one of them. A share link learns how many others there are, and of nobody who. */
export function presentTo(people: readonly PresentRow[], { company_id, person, link_id }: PresenceRow): PresentEvent {
  const ofCompany = people.filter((other) => other.company_id === company_id)
  const own = ofCompany.find((other) => other.person === person)?.who
  // A person may have pages at several processes, and a guest who was asked by name several browsers.
  const others = new Map(ofCompany.filter(({ who }) => who !== own).map((other) => [other.who, other]))
  const named = [...others.values()].flatMap(({ member_name, guest_name }): PresentEvent['people'] => {
    if (member_name) return [{ name: member_name, kind: 'member' }]
    return guest_name ? [{ name: unmarkedName(guest_name), kind: 'guest' }] : []
  })
  return { others: others.size, people: link_id === null ? named.slice(0, PRESENT.names) : [] }
}
