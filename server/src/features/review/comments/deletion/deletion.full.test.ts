import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { Sender } from '../../../../../../seed/rows/senders.ts'
import { drawnCases } from '../../../../../test/drawn-cases.ts'
import { openEvents } from '../../../../../test/event-stream.ts'
import { startTeam } from '../../../../../test/team.ts'

const { server, owner, colleague: member } = await startTeam()
const other = await server.person(owner)
const admin = await server.person(owner)
await server.db.updateTable('users').set({ is_admin: true }).where('id', '=', admin.id).execute()
const collection = await server.aCollection(owner, { kind: 'review' })
afterAll(() => server.close())

const ROLES = ['owner', 'member', 'admin', 'guest', 'other'] as const
type Role = (typeof ROLES)[number]
/** Roles that delete comments of others. */
const KEEPERS: readonly Role[] = ['owner', 'admin']

/** Orders of five people. */
function orders(of: readonly Role[]): Role[][] {
  if (of.length <= 1) return [[...of]]
  return of.flatMap((first) => orders(of.filter((role) => role !== first)).map((rest) => [first, ...rest]))
}
/** Whose comment each of five answers: the root has none, and the others form a line, a fan and a tree. */
const SHAPES = { line: [null, 0, 1, 2, 2], fan: [null, 0, 0, 0, 0], tree: [null, 0, 0, 1, 2] } as const

const wordsOf = (role: Role): string => `Words of the ${role}`
const ALL = orders(ROLES)
/** Each order of authors meets another order of deletions; all 120 of both come up. */
const ORDERS = ALL.map((authors, place) => ({ authors, deleters: ALL[(place * 37 + 11) % ALL.length] ?? [] }))

/** A thread that five people wrote, in the order of the roles. */
async function thread(shape: keyof typeof SHAPES, authors: readonly Role[]) {
  const video = await server.aVideo(owner, collection, {
    duration: 60,
    width: 640,
    height: 360,
    frame_rate_num: 25,
    frame_rate_den: 1,
  })
  const guest = { ...(await server.aLink(owner, video)), guest_key: `key of ${video}` }
  const people: Readonly<Record<Role, Sender>> = { owner, member, admin, guest, other }
  const ids: string[] = []
  for (const [place, role] of authors.entries()) {
    const above = SHAPES[shape][place]
    const { id } = await server.aComment(people[role], video, {
      content: wordsOf(role),
      guest_name: 'Gil',
      parent_comment_id: above == null ? null : ids[above],
    })
    ids.push(id)
  }
  return { video, guest, people, ids }
}

/** All comments that somebody sees, roots and replies. */
async function seen(video: string, who: Sender): Promise<Comment[]> {
  const below = async (comment: Comment): Promise<Comment[]> => {
    const { replies } = (await server.get(`/api/quick-review/comments/${video}/${comment.id}`, who)).json
    return [comment, ...(await Promise.all((replies as Comment[]).map(below))).flat()]
  }
  const { items } = (await server.get(`/api/quick-review/comments/${video}`, who)).json
  return (await Promise.all((items as Comment[]).map(below))).flat()
}
const contents = (comments: readonly Comment[]): string[] =>
  comments
    .map(({ content }) => content)
    .filter(Boolean)
    .sort()

describe.each(Object.keys(SHAPES) as (keyof typeof SHAPES)[])('a thread of five people (%s)', (shape) => {
  const drawn = drawnCases(ORDERS, {
    kindsOf: ({ authors, deleters }) => [`first ${authors[0]}`, `deletes ${deleters[0]}`],
    share: 1 / 12,
  })
  test.each(drawn)(
    'by $authors, deleted by $deleters, loses the deleted words and no others',
    async ({ authors, deleters }) => {
      const { video, guest, people, ids } = await thread(shape, authors)
      const linked = await openEvents(server.base, video, guest)
      const living = new Set<Role>(ROLES)
      const gone: Role[] = []
      for (const [place, deleter] of deleters.entries()) {
        // Keepers delete what somebody else wrote, and the others their own.
        const victims = KEEPERS.includes(deleter) ? [...living].filter((role) => role !== deleter) : [deleter]
        const victim = victims[place % Math.max(1, victims.length)]
        if (!victim || !living.has(victim)) continue
        const id = ids[authors.indexOf(victim)] ?? ''
        const may = victim === deleter || KEEPERS.includes(deleter)
        const answer = await server.delete(`/api/quick-review/comments/${video}/${id}`, people[deleter])
        expect([answer.status, may]).toEqual([200, true])
        living.delete(victim)
        gone.push(victim)
        const left = [...living].map(wordsOf).sort()
        for (const who of [owner, member, guest]) {
          const shown = await seen(video, who)
          expect(contents(shown)).toEqual(left)
          for (const one of shown)
            if (one.deleted_at !== null)
              expect(one).toMatchObject({ first_name: '', user_email: null, can: { edit: false, delete: false } })
        }
        for (const format of ['csv', 'md', 'otio', 'resolve']) {
          const { text } = await server.get(`/api/quick-review/export/${video}?format=${format}`, guest)
          for (const role of ROLES)
            expect([format, role, text.includes(wordsOf(role))]).toEqual([format, role, living.has(role)])
        }
      }
      expect(gone.length).toBeGreaterThan(2)
      const before = gone.map((role) => ids[authors.indexOf(role)])
      // News of the comments themselves may come after the stream has opened.
      const changes = () => linked.events.filter(({ data }) => data.kind !== 'created')
      await expect.poll(() => changes().length).toBeGreaterThanOrEqual(gone.length)
      for (const { data } of changes())
        if (before.includes(data.comment.id)) expect(data.comment).toMatchObject({ content: '', first_name: '' })
      linked.close()
    },
  )

  test('nobody but keepers, admins and the author deletes a comment', async () => {
    const { video, people, ids } = await thread(shape, ROLES)
    for (const [place, author] of ROLES.entries())
      for (const role of ROLES)
        if (role !== author && !KEEPERS.includes(role))
          expect(
            (await server.delete(`/api/quick-review/comments/${video}/${ids[place]}`, people[role])).json.code,
          ).toBe('forbidden')
    expect(contents(await seen(video, owner))).toHaveLength(5)
  })
})
