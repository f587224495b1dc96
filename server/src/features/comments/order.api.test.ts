import type { Comment } from '@footnote/contract/nouns/comments.ts'
import { afterAll, expect, test } from 'vitest'
import { startTeam } from '../../../test/team.ts'

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
