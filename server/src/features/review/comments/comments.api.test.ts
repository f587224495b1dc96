import { randomUUID } from 'node:crypto'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import { describe, expect, test } from 'vitest'
import { ALL_RIGHTS, COMMENT } from '../../../../../seed/answers/comments.ts'
import type { LinkHolder, Sender } from '../../../../../seed/rows/senders.ts'
import { daysAgo, NIL } from '../../../../test/product.ts'
import { startDiscussion } from '../../../../test/team.ts'

const { server, owner, colleague, stranger, collection, video, viewerLink, guest } = await startDiscussion()

const list = (of: string, who?: Sender, query = '') => server.get(`/api/quick-review/comments/${of}${query}`, who)
const replies = (of: string, id: string, who?: Sender) => server.get(`/api/quick-review/comments/${of}/${id}`, who)
const create = (of: string, body: object, who?: Sender) =>
  server.post(`/api/quick-review/create-comment/${of}`, body, who)
const update = (of: string, id: string, content: string, who?: Sender) =>
  server.put(`/api/quick-review/update-comment/${of}/${id}`, { content }, who)
const remove = (of: string, id: string, who?: Sender) => server.delete(`/api/quick-review/comments/${of}/${id}`, who)
const fresh = () => server.aVideo(owner, collection, { duration: 60 })
const contents = (answer: { json: { items: { content: string }[] } }) => answer.json.items.map(({ content }) => content)

describe('creating a comment', () => {
  test("returns the comment with its author, its place and the viewer's rights", async () => {
    const answer = await create(video, { content: '  Cut here  ', start_time: 1.25, end_time: 4 }, owner)
    expect(answer.json).toEqual({
      ...COMMENT,
      id: expect.any(String),
      video_id: video,
      version: 1,
      number: '1',
      carried: false,
      start_time: 1.25,
      end_time: 4,
      created_at: expect.stringMatching(/^\d{4}-.+Z$/),
      first_name: 'Ada',
      last_name: 'Lovelace',
      is_guest: false,
      user_email: expect.stringContaining('@example.org'),
      reply_count: 0,
      mine: true,
      can: ALL_RIGHTS,
    })
  })

  test("needs a text and a timestamp, and says so in the form's sentences", async () => {
    for (const content of ['', '  \n', undefined, null, 7, ['a']])
      expect((await create(video, { content, start_time: 1 }, owner)).json).toMatchObject({
        status: 400,
        code: 'validation_failed',
        detail: 'Please enter a comment',
      })
    for (const start_time of [undefined, null, '', '00:12', 'NaN', true, [1]])
      expect((await create(video, { content: 'a', start_time }, owner)).json).toMatchObject({
        status: 400,
        detail: 'Please ensure you have a timestamp',
      })
  })

  test('refuses a place outside the video and an end before the start', async () => {
    const places = [
      { start_time: -0.001 },
      { start_time: 60.001 },
      { start_time: 1e300 },
      { start_time: 5, end_time: 4.9 },
    ]
    for (const place of [...places, { start_time: 5, end_time: 61 }])
      expect((await create(video, { content: 'a', ...place }, owner)).json).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    for (const place of [
      { start_time: 0 },
      { start_time: 60 },
      { start_time: 5, end_time: 5 },
      { start_time: 5, end_time: null },
    ])
      expect((await create(video, { content: 'a', ...place }, owner)).status).toBe(200)
  })

  test('keeps markup, emoji and right-to-left text as typed', async () => {
    const content = '<img src=x onerror=alert(1)> مرحبا \u202eabc\u202c 👩🏽‍🚀\n\nتعليق'
    const { id } = await server.aComment(owner, video, { content })
    expect(
      (await list(video, owner, '?page_size=100')).json.items.find((item: { id: string }) => item.id === id).content,
    ).toBe(content)
    expect((await create(video, { content: 'a\0b', start_time: 1 }, owner)).status).toBe(400)
  })

  test('accepts up to 10,000 characters; 100 KB are refused', async () => {
    await server.aComment(owner, video, { content: 'x'.repeat(TEXT.comment) })
    for (const length of [TEXT.comment + 1, 100 * 1024])
      expect((await create(video, { content: 'x'.repeat(length), start_time: 1 }, owner)).json).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
  })

  test('needs the right to read the video: a stranger and nobody learn nothing', async () => {
    const own = await server.aVideo(stranger, await server.aCollection(stranger), { duration: 60 })
    expect((await create(video, { content: 'a', start_time: 1 }, colleague)).status).toBe(200)
    expect((await create(video, { content: 'a', start_time: 1 })).status).toBe(401)
    const foreign = await create(video, { content: 'a', start_time: 1 }, stranger)
    for (const unknown of [NIL, 'nonsense', own])
      expect((await create(unknown, { content: 'a', start_time: 1 }, owner)).text).toBe(foreign.text)
    expect(foreign.json).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('works during indexing, when the length of the video may be unknown', async () => {
    for (const status of ['PENDING', 'VALIDATING', 'PROCESSING_SPEECH', 'FAILED'])
      await server.aComment(owner, await server.aVideo(owner, collection, { status }), { start_time: 3_600 })
    const deleting = await server.aVideo(owner, collection, { status: 'DELETING', duration: 60 })
    expect((await create(deleting, { content: 'a', start_time: 1 }, owner)).json).toMatchObject({
      status: 409,
      code: 'video_not_ready',
    })
  })

  test('ends with the collection: people read comments of an expired one, but write none', async () => {
    const old = await server.aCollection(stranger, { created_at: daysAgo(31) })
    const film = await server.aVideo(stranger, old, { duration: 60 })
    expect((await list(film, stranger)).status).toBe(200)
    expect((await create(film, { content: 'a', start_time: 1 }, stranger)).json.code).toBe('collection_expired')
  })

  test('on a sample, which every company sees, stays within the company', async () => {
    const sample = await server.aVideo(null, await server.aCollection(null), { duration: 60 })
    const { id } = await server.aComment(owner, sample)
    expect((await list(sample, colleague)).json.total).toBe(1)
    expect((await list(sample, stranger)).json).toMatchObject({ items: [], total: 0 })
    expect((await replies(sample, id, stranger)).status).toBe(404)
    expect((await create(sample, { content: 'a', parent_comment_id: id }, stranger)).status).toBe(404)
  })
})

describe('replying', () => {
  test('goes three deep, at the place of the parent comment', async () => {
    const film = await fresh()
    let parent = (await server.aComment(owner, film, { start_time: 7, end_time: 9 })).id
    const root = parent
    for (const depth of [1, 2, 3]) {
      const reply = await server.aComment(colleague, film, { parent_comment_id: parent, start_time: null })
      expect(reply).toMatchObject({
        depth,
        start_time: 7,
        end_time: 9,
        parent_comment_id: parent,
        can: { reply: depth < 3 },
      })
      parent = reply.id
    }
    expect((await create(film, { content: 'a', parent_comment_id: parent }, owner)).json).toMatchObject({
      status: 400,
      code: 'reply_too_deep',
    })
    expect((await list(film, owner)).json).toMatchObject({ total: 1, items: [{ id: root, reply_count: 1 }] })
  })

  test('lists replies oldest first, and counts them', async () => {
    const film = await fresh()
    const { id } = await server.aComment(owner, film)
    for (const content of ['one', 'two', 'three'])
      await server.aComment(colleague, film, { content, parent_comment_id: id })
    const found = (await replies(film, id, owner)).json.replies
    expect(found.map((reply: { content: string }) => reply.content)).toEqual(['one', 'two', 'three'])
    expect(found[0].can).toMatchObject({ reply: true, edit: false, delete: true })
    expect((await list(film, owner)).json.items[0].reply_count).toBe(3)
  })

  test("to a deleted comment, to another video's and to none is answered as unknown", async () => {
    const [film, other] = [await fresh(), await fresh()]
    const gone = await server.aComment(owner, film)
    await remove(film, gone.id, owner)
    const elsewhere = await server.aComment(owner, other)
    for (const parent_comment_id of [gone.id, elsewhere.id, NIL, 'nonsense'])
      expect((await create(film, { content: 'a', parent_comment_id }, owner)).json).toMatchObject({
        status: 404,
        code: 'not_found',
      })
    for (const id of [gone.id, elsewhere.id, NIL, 'nonsense']) expect((await replies(film, id, owner)).status).toBe(404)
  })

  test('during the deletion of a comment is refused or stays', async () => {
    const film = await fresh()
    const { id } = await server.aComment(owner, film)
    const replying = Array.from({ length: 8 }, () => create(film, { content: 'a', parent_comment_id: id }, colleague))
    const answers = await Promise.all([...replying, remove(film, id, owner)])
    for (const { status } of answers) expect([200, 404]).toContain(status)
    const written = answers.slice(0, -1).filter(({ status }) => status === 200).length
    const { items } = (await list(film, owner)).json
    expect(items).toMatchObject(written === 0 ? [] : [{ id, content: '', reply_count: written }])
  })
})

describe('listing comments', () => {
  test('follows the timeline, or latest first, page by page, with a total', async () => {
    const film = await fresh()
    for (const [content, start_time] of [
      ['c', 30],
      ['a', 1],
      ['d', 30],
      ['b', 2.5],
    ] as const)
      await server.aComment(owner, film, { content, start_time })
    expect(contents(await list(film, owner))).toEqual(['a', 'b', 'c', 'd'])
    expect(contents(await list(film, owner, '?sort=latest'))).toEqual(['b', 'd', 'a', 'c'])
    expect((await list(film, owner)).json).toMatchObject({ index_id: collection, page: 1, page_size: 50, total: 4 })
    expect(contents(await list(film, owner, '?page=2&page_size=3'))).toEqual(['d'])
    expect((await list(film, owner, '?page=9&page_size=3')).json).toMatchObject({ items: [], page: 9, total: 4 })
    expect((await list(await fresh(), owner)).json).toMatchObject({ items: [], total: 0 })
  })

  test('refuses unknown pages and orders', async () => {
    for (const query of [
      'page=0',
      'page=-1',
      'page=1.5',
      'page=x',
      'page_size=0',
      'page_size=101',
      'sort=oldest',
      'sort=',
    ])
      expect((await list(video, owner, `?${query}`)).json).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('needs the right to read the video', async () => {
    expect((await list(video)).status).toBe(401)
    expect((await list(video, stranger)).status).toBe(404)
    expect((await list(video, colleague)).status).toBe(200)
  })
})

describe('changing and deleting', () => {
  test('only the author changes a comment, by id, and members delete none of others', async () => {
    const { id } = await server.aComment(colleague, video)
    const theirs = await server.aComment(owner, video)
    expect((await update(video, id, 'Other', owner)).json).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await remove(video, theirs.id, colleague)).json).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await update(video, id, 'Other', stranger)).status).toBe(404)
    expect((await update(video, id, '  ', colleague)).json.detail).toBe('Please enter a comment')
    expect((await update(video, id, ' Other ', colleague)).json).toMatchObject({
      id,
      content: 'Other',
      is_edited: true,
    })
    expect((await remove(video, id, colleague)).json).toEqual({ message: expect.any(String) })
    for (const again of [await update(video, id, 'Other', colleague), await remove(video, id, colleague)])
      expect(again.json).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('never reaches a comment through another video', async () => {
    const { id } = await server.aComment(owner, video)
    const other = await fresh()
    expect((await update(other, id, 'x', owner)).status).toBe(404)
    expect((await remove(other, id, owner)).status).toBe(404)
  })

  test('leaves the replies', async () => {
    const film = await fresh()
    const { id } = await server.aComment(owner, film)
    const reply = await server.aComment(colleague, film, { parent_comment_id: id })
    await server.aComment(owner, film, { parent_comment_id: reply.id })
    await remove(film, id, owner)
    expect((await list(film, colleague)).json.items).toMatchObject([{ id, content: '', reply_count: 1 }])
    expect((await replies(film, id, colleague)).json.replies).toMatchObject([{ id: reply.id, reply_count: 1 }])
  })

  test('of two simultaneous edits the last one counts, and neither fails', async () => {
    const { id } = await server.aComment(owner, video)
    const answers = await Promise.all(['one', 'two', 'three', 'four'].map((text) => update(video, id, text, owner)))
    for (const answer of answers) expect(answer.status).toBe(200)
    const { content } = await server.db
      .selectFrom('comments')
      .select('content')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(['one', 'two', 'three', 'four']).toContain(content)
    await update(video, id, 'five', owner)
    expect((await list(video, colleague, '?page_size=100')).text).toContain('five')
  })
})

describe('by a share link', () => {
  test('a viewer reads, sees no e-mail address, and may write nothing', async () => {
    const { id } = await server.aComment(owner, video)
    const { items } = (await list(video, viewerLink)).json
    expect(items.length).toBeGreaterThan(0)
    for (const item of items)
      expect(item).toMatchObject({ user_email: null, can: { reply: false, edit: false, delete: false } })
    expect((await replies(video, id, viewerLink)).status).toBe(200)
    for (const refused of [
      await create(video, { content: 'a', start_time: 1, guest_name: 'Grace' }, viewerLink),
      await update(video, id, 'a', viewerLink),
      await remove(video, id, viewerLink),
    ])
      expect(refused.json).toMatchObject({ status: 403, detail: 'You do not have permission to comment.' })
  })

  test('a guest comments and replies under the given name, and changes only their own comments', async () => {
    const mine = await server.aComment(guest, video, { guest_name: '  Grace Hopper ' })
    expect(mine).toMatchObject({
      first_name: 'Grace Hopper',
      last_name: '',
      user_email: null,
      can: { reply: true, edit: true, delete: true },
    })
    const theirs = await server.aComment(owner, video)
    await server.aComment(guest, video, { parent_comment_id: theirs.id })
    const other: LinkHolder = { ...guest, guest_key: randomUUID() }
    for (const who of [other, { share_token: guest.share_token }, colleague])
      for (const refused of [await update(video, mine.id, 'x', who), await remove(video, mine.id, who)])
        expect(refused.json).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await update(video, theirs.id, 'x', guest)).status).toBe(403)
    expect((await update(video, mine.id, 'Other', guest)).json).toMatchObject({ content: 'Other', is_edited: true })
    expect((await remove(video, mine.id, guest)).status).toBe(200)
  })

  test('a guest must give a name; only a hash of their key is stored', async () => {
    for (const guest_name of [undefined, '', '  ', 'x'.repeat(TEXT.name + 1)])
      expect((await create(video, { content: 'a', start_time: 1, guest_name }, guest)).json).toMatchObject({
        status: 400,
        fields: { guest_name: expect.any(String) },
      })
    const { id } = await server.aComment(guest, video)
    const row = await server.db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(guest.guest_key)
    expect((await list(video, { ...guest, guest_key: 'x'.repeat(201) })).status).toBe(400)
  })

  test('no other video is reached, and a bearer token beside the link does not count', async () => {
    const other = await fresh()
    for (const answer of [
      await list(other, guest),
      await create(other, { content: 'a', start_time: 1, guest_name: 'G' }, guest),
    ])
      expect(answer.json).toMatchObject({ status: 404, code: 'invalid_share_token' })
    const both = { authorization: `Bearer ${owner.access}`, 'x-share-token': viewerLink.share_token }
    const url = `/api/quick-review/create-comment/${video}`
    const payload = { content: 'a', start_time: 1 }
    expect((await server.app.inject({ method: 'POST', url, headers: both, payload })).statusCode).toBe(403)
    const elsewhere = await server.app.inject({ method: 'GET', url: '/api/indexes', headers: both })
    expect(elsewhere.statusCode).toBe(200)
  })

  test('an expired collection shows nothing, and the answer gives the reason', async () => {
    const film = await server.aVideo(stranger, await server.aCollection(stranger), { duration: 60 })
    const link = await server.aLink(stranger, film)
    await server.db
      .updateTable('collections')
      .set({ created_at: daysAgo(31) })
      .where('user_id', '=', stranger.id)
      .execute()
    expect((await list(film, link)).json).toMatchObject({ status: 403, code: 'collection_expired' })
  })
})
