import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startTeam } from '../../../../test/team.ts'

const { server, owner, colleague } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
afterAll(() => server.close())

test('replies that are written at once are listed in the order that their times and ids state', async () => {
  const video = await server.aVideo(owner, collection, { duration: 60 })
  const { id: parent_comment_id } = await server.aComment(owner, video)
  const people = Array.from({ length: 60 }, (_, place) => (place % 2 ? owner : colleague))
  await Promise.all(people.map((who) => server.aComment(who, video, { parent_comment_id })))
  const { json } = await server.get(`/api/quick-review/comments/${video}/${parent_comment_id}`, owner)
  const replies: Comment[] = json.replies
  const stated = replies.map(({ created_at, id }) => `${created_at} ${id}`)
  expect(stated).toHaveLength(60)
  expect(stated).toEqual(stated.toSorted())
})

test('comments from matches have times of whole milliseconds, as answers state them', async () => {
  const video_id = await server.aVideo(owner, collection, { duration: 60 })
  const items = [{ video_id, start_time: 1, end_time: 2, score: 0.9, content: 'A match' }]
  const body = { items, query: 'harbour', visibility: 'everyone' }
  expect((await server.post('/api/quick-review/comments-from-matches', body, owner)).status).toBe(200)
  const { rows } = await sql`
    select from comments where video_id = ${video_id} and created_at = date_trunc('milliseconds', created_at)`.execute(
    server.db,
  )
  expect(rows).toHaveLength(1)
})
