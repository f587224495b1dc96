import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { afterAll, expect, test } from 'vitest'
import { PASSWORD } from '../../../../../../seed/rows/people.ts'
import type { Sender } from '../../../../../../seed/rows/senders.ts'
import { openEvents } from '../../../../../test/event-stream.ts'
import { startTeam } from '../../../../../test/team.ts'

const { server, owner, colleague, stranger } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
afterAll(() => server.close())

/** Three versions of a video, of 60, 60 and 8 seconds, oldest first. */
async function versions(): Promise<[string, string, string]> {
  const ids = []
  for (const duration of [60, 60, 8])
    ids.push(await server.aVideo(owner, collection, { duration, frame_rate_num: 25, frame_rate_den: 1 }))
  const [first, second, third] = ids as [string, string, string]
  for (const id of [second, third]) await server.post(`/api/quick-review/stack/${id}`, { onto: first }, owner)
  return [first, second, third]
}
const list = async (video: string, who: Sender = owner): Promise<Comment[]> =>
  (await server.get(`/api/quick-review/comments/${video}`, who)).json.items
const replies = async (video: string, id: string): Promise<Comment[]> =>
  (await server.get(`/api/quick-review/comments/${video}/${id}`, owner)).json.replies
const deleteVideo = (id: string, keep_comments?: boolean) =>
  server.post('/api/delete_video', { id, keep_comments }, owner)

test('open comments of a deleted version go on in the newest one, with their answers and at their places there', async () => {
  const [first, second, third] = await versions()
  const guest = { ...(await server.aLink(owner, first)), guest_key: 'key of a guest' }
  const placed = await server.aComment(guest, first, { guest_name: 'Gil', start_time: 20, end_time: 22 })
  const reply = await server.aComment(colleague, first, { parent_comment_id: placed.id, start_time: 20, end_time: 22 })
  const late = await server.aComment(colleague, first, { start_time: 30, visibility: 'team' })
  const done = await server.aComment(colleague, first, { start_time: 2 })
  await server.post(`/api/quick-review/resolve-comment/${first}/${done.id}`, { resolved: true }, owner)
  await server.post(`/api/quick-review/carry-comment/${third}/${placed.id}`, { start_time: 3, end_time: 5 }, owner)
  const asked = await server.aComment(colleague, first, { start_time: 6 })
  await server.aComment(owner, first, { parent_comment_id: asked.id, content: 'An answer' })
  await server.delete(`/api/quick-review/comments/${first}/${asked.id}`, colleague)
  const page = await openEvents(server.base, third, colleague)
  expect((await deleteVideo(first, true)).status).toBe(200)
  expect(await list(third)).toMatchObject([
    { id: placed.id, version: 3, first_name: 'Gil', start_time: 3, end_time: 5, reply_count: 1 },
    { id: asked.id, content: '', start_time: 6, reply_count: 1 },
    { id: late.id, version: 3, start_time: 30, visibility: 'team' },
  ])
  expect(await replies(third, placed.id)).toMatchObject([{ id: reply.id, start_time: 3, end_time: 5 }])
  expect(await list(second)).toEqual([])
  await page.received(1)
  expect(page.events).toContainEqual({ event: 'comments', data: {} })
  page.close()
})

test('the newest version gives its open comments to the newest of the others', async () => {
  const [, second, third] = await versions()
  const { id } = await server.aComment(owner, third, { start_time: 4 })
  await deleteVideo(third, true)
  expect(await list(second)).toMatchObject([{ id, version: 2, start_time: 4 }])
})

test('without the wish they go with their version, and a video with one version has no place to keep them', async () => {
  const [first, , third] = await versions()
  await server.aComment(owner, first)
  await deleteVideo(first)
  expect(await list(third)).toEqual([])
  const alone = await server.aVideo(owner, collection, { duration: 60 })
  await server.aComment(owner, alone)
  expect((await deleteVideo(alone, true)).json).toMatchObject({
    status: 400,
    fields: { keep_comments: 'There is no other version to keep the comments in' },
  })
  expect(await list(alone)).toHaveLength(1)
})

test('when a kept comment is deleted later, no notification has its words any more', async () => {
  const [first, , third] = await versions()
  const { id } = await server.aComment(colleague, first, { content: 'Too dark' })
  const texts = async () =>
    (await server.get('/api/get_notifications', owner)).json.notifications
      .filter(({ path }: { path: string | null }) => path?.includes(third))
      .map(({ text }: { text: string | null }) => text)
  await deleteVideo(first, true)
  expect(await texts()).toEqual(['Too dark'])
  await server.delete(`/api/quick-review/comments/${third}/${id}`, colleague)
  const { notifications } = (await server.get('/api/get_notifications', owner)).json
  expect(JSON.stringify(notifications)).not.toContain('Too dark')
})

const bell = async (who: Sender) =>
  (await server.get('/api/get_notifications', who)).json.notifications.filter(
    ({ type }: { type: string }) => type === 'COMMENT_DELETED',
  )

test('the authors of comments that go with a version, or with a collection, are notified once', async () => {
  const author = await server.person(owner)
  const [first, second] = await versions()
  const guest = { ...(await server.aLink(owner, first)), guest_key: 'key of another guest' }
  await server.aComment(guest, first, { guest_name: 'Gil', start_time: 3 })
  await server.aComment(owner, first, { start_time: 4 })
  await server.aComment(author, first, { start_time: 5 })
  const done = await server.aComment(author, first, { start_time: 6 })
  await server.aComment(author, first, { parent_comment_id: done.id })
  await server.post(`/api/quick-review/resolve-comment/${first}/${done.id}`, { resolved: true }, owner)
  await deleteVideo(first, true)
  expect(await bell(author)).toMatchObject([
    { comments: 2, videos: null, text: 'Version 1 was deleted.', actor_name: expect.any(String), video_id: null },
  ])
  expect(await bell(owner)).toEqual([])
  const other = await server.aCollection(owner, { kind: 'review' })
  for (const at of [1, 2]) {
    const video = await server.aVideo(owner, other, { duration: 60 })
    await server.aComment(author, video, { start_time: at })
  }
  await server.post('/api/quick-review/delete_collection', { id: other }, owner)
  expect((await bell(author))[0]).toMatchObject({ comments: 2, videos: 2, text: 'The videos were deleted.' })
  await deleteVideo(second)
  expect((await bell(author)).length).toBe(2)
  const [, , third] = await versions()
  await server.aComment(author, third)
  await deleteVideo(third)
  expect((await bell(author))[0]).toMatchObject({ comments: null, text: 'Version 3 was deleted.' })
})

test('the authors of comments that go with the videos of a deleted account are notified', async () => {
  const admin = await server.person(null, 'TEAM')
  const [leaving, author] = [await server.person(admin), await server.person(admin)]
  for (const where of [await server.aCollection(leaving), await server.aCollection(admin)]) {
    const video = await server.aVideo(leaving, where, { duration: 60 })
    await server.aComment(author, video)
  }
  expect((await server.post('/api/delete_account', { password: PASSWORD }, leaving)).status).toBe(200)
  expect(await bell(author)).toMatchObject([{ comments: 2, videos: 2, actor_name: 'Deleted user' }])
})

test('a preview of a deletion counts the threads that go, and those that another version can keep', async () => {
  const preview = async (video_ids: string[], who: Sender = owner) =>
    (await server.post('/api/deletion_preview', { video_ids }, who)).json
  const [first, second, third] = await versions()
  const root = await server.aComment(colleague, first, { start_time: 1 })
  await server.aComment(owner, first, { parent_comment_id: root.id })
  const done = await server.aComment(colleague, second, { start_time: 2 })
  await server.post(`/api/quick-review/resolve-comment/${second}/${done.id}`, { resolved: true }, owner)
  const { id } = (await server.post('/api/selects', { name: 'Trailer', note: '' }, colleague)).json
  const piece = { video_id: first, start_frame: 0, end_frame: 10, note: '' }
  await server.post(`/api/selects/${id}/items`, { items: [piece, piece] }, colleague)
  const used = [{ id, name: 'Trailer' }]
  expect(await preview([first])).toEqual({ open: 1, keepable: 1, keepable_in: [first], resolved: 0, selects: used })
  const [kept, gone] = [
    { keepable: 1, keepable_in: [first] },
    { keepable: 0, keepable_in: [] },
  ]
  expect(await preview([first, second])).toEqual({ open: 1, ...kept, resolved: 1, selects: used })
  expect(await preview([first, second, third])).toEqual({ open: 1, ...gone, resolved: 1, selects: used })
  expect(await preview([third])).toEqual({ open: 0, ...gone, resolved: 0, selects: [] })
  expect(await preview([first], stranger)).toEqual({ open: 0, ...gone, resolved: 0, selects: [] })
})
