import { randomUUID } from 'node:crypto'
import type { SelectItem, Selects } from '@footnote/contract/nouns/output/selects.ts'
import { SELECTS } from '@footnote/contract/shared/review-limits.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../../../../../seed/rows/people.ts'
import type { Sender } from '../../../../../seed/rows/senders.ts'
import { daysAgo, NIL } from '../../../../test/product.ts'
import { startTeam } from '../../../../test/team.ts'
import { removeDeletedSelects } from './commands.ts'

const { server, owner, colleague, stranger } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
afterAll(() => server.close())

/** A video of a minute at 25 frames a second, whose timecode begins at 10:00:00:00. */
async function film(more: object = {}): Promise<string> {
  const rate = { frame_rate_num: 25, frame_rate_den: 1 }
  const timecode = { timecode_start: 900_000, timecode_drop: false }
  return await server.aVideo(owner, collection, {
    duration: 60,
    file_name: 'harbour.mp4',
    ...rate,
    ...timecode,
    ...more,
  })
}
async function begun(who: Sender = owner, name = 'Harbour selects'): Promise<Selects> {
  return (await server.post('/api/selects', { name }, who)).json
}
const add = (id: string, items: object[], who: Sender = owner) =>
  server.post(`/api/selects/${id}/items`, { items }, who)
const set = (id: string, items: object[], revision: number, who: Sender = owner) =>
  server.put(`/api/selects/${id}/items`, { items, revision }, who)
const read = async (id: string, who: Sender = owner): Promise<Selects> =>
  (await server.get(`/api/selects/${id}`, who)).json
const frames = ({ items }: Selects) => items.map(({ start_frame, end_frame }) => [start_frame, end_frame])

test('selects begin empty, and take pieces in seconds and in frames', async () => {
  const video = await film()
  const made = await server.post('/api/selects', { name: ' Harbour selects ', note: 'For Friday' }, owner)
  expect(made.status).toBe(201)
  expect(made.json).toMatchObject({ name: 'Harbour selects', note: 'For Friday', revision: 0, items: [], duration: 0 })
  const source = { kind: 'search', index_id: 'all', query: 'boat', types: ['VISUAL'], frame: null, score: 0.91 }
  const added = await add(made.json.id, [
    { video_id: video, start_time: 4.2, end_time: 9, note: 'boat enters', source },
    { video_id: video.toUpperCase(), start_frame: 750, end_frame: 812 },
  ])
  expect(added.status).toBe(200)
  expect(added.json).toMatchObject({ revision: 1, item_count: 2, author: 'Ada Lovelace' })
  expect(added.json.duration).toBeCloseTo(4.8 + 2.48, 9)
  expect(added.json.items).toMatchObject([
    {
      ...{ video_id: video, video_name: 'harbour.mp4', start_frame: 105, end_frame: 225, note: 'boat enters' },
      ...{
        start_time: 4.2,
        end_time: 9,
        timecode_in: '10:00:04:05',
        timecode_out: '10:00:09:00',
        state: 'READY',
        source,
      },
    },
    { start_frame: 750, end_frame: 812, timecode_in: '10:00:30:00', note: '', source: null },
  ])
  expect(added.json.videos).toMatchObject([
    { id: video, frame_rate: { num: 25, den: 1 }, frame_count: 1500, timecode: { start: 900_000 }, playback: 'READY' },
  ])
  expect((await fetch(new URL(added.json.videos[0].stream_url, server.base))).status).toBe(200)
})

test('the list has pictures of the first four pieces, by their own times', async () => {
  const storyboard = { columns: 6, count: 6, interval: 10, tile_width: 160, tile_height: 90 }
  const video = await film({ thumbnail_key: 'a/thumb.jpg', storyboard_key: 'a/board.jpg', storyboard })
  const { id } = await begun(owner, 'Pictures')
  await add(
    id,
    [0, 10, 20, 30, 40].map((at) => ({ video_id: video, start_time: at, end_time: at + 2 })),
  )
  const list = (await server.get('/api/selects', owner)).json.selects as Selects[]
  const pictures = list.find((one) => one.id === id)?.pictures
  expect(pictures?.map(({ start_time, end_time }) => [start_time, end_time])).toEqual([
    [0, 2],
    [10, 12],
    [20, 22],
    [30, 32],
  ])
  expect(pictures?.[0]).toMatchObject({ storyboard: { interval: 10, url: expect.stringMatching(/./) } })
})

test('the row, the strip and the list have the sheets with the pictures of a piece of a long film', async () => {
  const storyboard = { columns: 10, count: 100, interval: 72, tile_width: 160, tile_height: 90 }
  const keys = { thumbnail_key: 'a/thumb.jpg', storyboard_key: 'a/board.webp', storyboard }
  const sheets = { key: 'a/storyboard/', interval: 5, count: 1440, columns: 10, tiles: 100 }
  const video = await film({ ...keys, storyboard_sheets: sheets, duration: 7_200 })
  const { id } = await begun(owner, 'Long')
  const { json } = await add(id, [
    { video_id: video, start_time: 10, end_time: 12 },
    { video_id: video, start_time: 499, end_time: 520 },
    { video_id: video, start_time: 498, end_time: 1_098 },
  ])
  const numbers = (of: readonly { readonly number: number }[]) => of.map(({ number }) => number)
  expect((json.items as SelectItem[]).map((item) => numbers(item.sheets))).toEqual([[0], [1, 0], [1, 0, 2]])
  expect(json.items[0].sheets[0].url).toMatch(/^\/api\/files\/a\/storyboard\/0\.webp\?/)
  expect(json.videos[0].storyboard).toMatchObject({ count: 100, sheets: { count: 1440, interval: 5 } })
  const list = (await server.get('/api/selects', owner)).json.selects as Selects[]
  const pictures = list.find((one) => one.id === id)?.pictures
  expect(pictures?.map((picture) => numbers(picture.sheets))).toEqual([[0], [1], [1]])
})

test('a piece of a video whose rate varies has the frames of its table', async () => {
  const times = Float64Array.from([0, 0.1, 0.15, 0.4, 0.5])
  const varies = { frame_rate_num: null, frame_rate_den: null, frame_times: Buffer.from(times.buffer), duration: 0.6 }
  const video = await film(varies)
  const { id } = await begun()
  const { json } = await add(id, [{ video_id: video, start_time: 0.1, end_time: 0.4 }])
  expect(json.items).toMatchObject([
    { start_frame: 1, end_frame: 3, start_time: 0.1, end_time: 0.4, timecode_in: null },
  ])
  expect(json.videos).toMatchObject([{ frame_rate: null, frame_count: 5 }])
})

test('items are ordered, cut, taken out and put back, also those of a deleted video', async () => {
  const [harbour, pier] = [await film(), await film({ file_name: 'pier.mp4' })]
  const { id } = await begun()
  const { json } = await add(id, [
    { video_id: harbour, start_frame: 0, end_frame: 10 },
    { video_id: pier, start_frame: 10, end_frame: 20, note: 'pier' },
    { video_id: harbour, start_frame: 20, end_frame: 30 },
  ])
  const [first, second, third] = json.items
  const turned = await set(id, [third, { ...first, start_frame: 2, note: 'later' }], 1)
  expect([turned.json.revision, frames(turned.json), turned.json.items[1].note]).toEqual([
    2,
    [
      [20, 30],
      [2, 10],
    ],
    'later',
  ])
  expect(turned.json.items.map((item: { id: string }) => item.id)).toEqual([third.id, first.id])
  await server.db.deleteFrom('videos').where('id', '=', pier).execute()
  const back = await set(id, [first, second, third, { video_id: harbour, start_frame: 40, end_frame: 50 }], 2)
  expect(back.json.items).toMatchObject([
    { id: first.id, state: 'READY' },
    { id: second.id, state: 'GONE', video_id: null, video_name: 'pier.mp4', note: 'pier', start_time: null },
    { id: third.id },
    { start_frame: 40, note: '' },
  ])
  expect(back.json.duration).toBeCloseTo(1.2, 9)
  const cut = await set(id, [{ ...second, end_frame: 19 }], 3)
  expect(cut.json).toMatchObject({
    code: 'validation_failed',
    detail: 'Item 1: Its video was deleted, so its frames cannot change',
  })
})

test('an item keeps the last name of its video', async () => {
  const pier = await film({ file_name: 'pier.mp4' })
  const { id } = await begun()
  await add(id, [{ video_id: pier, start_frame: 0, end_frame: 5 }])
  await server.post('/api/rename_video', { id: pier, new_name: 'Old pier' }, owner)
  await server.db.deleteFrom('videos').where('id', '=', pier).execute()
  expect((await read(id)).items).toMatchObject([{ state: 'GONE', video_name: 'Old pier.mp4' }])
})

describe('bad input', () => {
  test('names the item, and changes nothing', async () => {
    const video = await film()
    const long = await film({ duration: 10_000 })
    const { id } = await begun()
    const good = { video_id: video, start_frame: 0, end_frame: 10 }
    const wrong: [object, string, string][] = [
      [{ ...good, end_frame: 0 }, 'items.1.end_frame', 'Item 2: It ends after its start'],
      [{ ...good, start_frame: 12 }, 'items.1.end_frame', 'Item 2: It ends after its start'],
      [{ ...good, end_frame: 1501 }, 'items.1.end_frame', 'Item 2: Its video has 1500 frames'],
      [{ video_id: video, start_time: 3, end_time: 3 }, 'items.1.end_time', 'Item 2: It ends after its start'],
      [{ video_id: video, start_time: 3, end_time: 60.5 }, 'items.1.end_time', 'Item 2: It ends within its video'],
      [
        { video_id: long, start_time: 0, end_time: 600.2 },
        'items.1.end_frame',
        'Item 2: An item has at most 10 minutes',
      ],
    ]
    for (const [item, field, sentence] of wrong)
      expect((await add(id, [good, item])).json).toMatchObject({ status: 400, fields: { [field]: sentence } })
    for (const item of [{ ...good, start_frame: -1 }, { ...good, start_frame: 0.5 }, { video_id: video }, {}, null])
      expect((await add(id, [item as object])).status).toBe(400)
    expect((await add(id, [])).status).toBe(400)
    expect((await read(id)).revision).toBe(0)
  })

  test('refuses more than 2 hours and more than 500 items, with the number of the one too many', async () => {
    const long = await film({ duration: 10_000 })
    const { id } = await begun()
    const tenMinutes = { video_id: long, start_time: 0, end_time: 600 }
    expect(
      (
        await add(
          id,
          Array.from({ length: 12 }, () => tenMinutes),
        )
      ).status,
    ).toBe(200)
    expect((await add(id, [{ video_id: long, start_frame: 0, end_frame: 1 }])).json.fields).toEqual({
      'items.0.end_frame': 'Item 1: With it the selects are longer than 2 hours',
    })
    const many = await begun()
    const frame = { video_id: long, start_frame: 0, end_frame: 1 }
    expect(
      (
        await add(
          many.id,
          Array.from({ length: SELECTS.items }, () => frame),
        )
      ).status,
    ).toBe(200)
    expect((await add(many.id, [frame])).json.fields).toEqual({ items: expect.stringContaining('At most 500 items') })
    expect(
      (
        await add(
          many.id,
          Array.from({ length: SELECTS.items + 1 }, () => frame),
        )
      ).status,
    ).toBe(400)
  })

  test('refuses items of other selects, the same item twice, and videos that one may not use', async () => {
    const video = await film()
    const [one, other] = [await begun(), await begun()]
    const { json } = await add(one.id, [{ video_id: video, start_frame: 0, end_frame: 5 }])
    const [item] = json.items
    for (const items of [[item, item], [{ ...item, id: randomUUID() }], [{ ...item, id: 'x' }]])
      expect((await set(one.id, items, 1)).json).toMatchObject({ status: 400, fields: expect.anything() })
    expect((await set(other.id, [item], 0)).status).toBe(400)
    const foreign = await server.aVideo(stranger, await server.aCollection(stranger), { duration: 60 })
    for (const video_id of [foreign, NIL, 'x'])
      expect((await add(one.id, [{ video_id, start_frame: 0, end_frame: 5 }])).json.code).toBe('not_found')
    const early = await film({ duration: null, frame_rate_num: null, frame_rate_den: null })
    expect((await add(one.id, [{ video_id: early, start_frame: 0, end_frame: 5 }])).json.code).toBe('video_not_ready')
    expect((await read(one.id)).revision).toBe(1)
  })
})

describe('two editors', () => {
  test('of an old revision one gets 409, and reads the list again', async () => {
    const video = await film()
    const { id } = await begun()
    await add(id, [{ video_id: video, start_frame: 0, end_frame: 5 }])
    const change = (start: number) => set(id, [{ video_id: video, start_frame: start, end_frame: 50 }], 1)
    const answers = await Promise.all([change(1), change(2)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [lost] = answers.filter(({ status }) => status === 409)
    expect(lost!.json.code).toBe('changed_meanwhile')
    const [won] = answers.filter(({ status }) => status === 200)
    expect(await read(id)).toMatchObject({ revision: 2, items: won!.json.items })
    const named = await server.put(`/api/selects/${id}`, { name: 'Other', revision: 1 }, owner)
    expect(named.json.code).toBe('changed_meanwhile')
  })

  test('who append at the same time lose nothing', async () => {
    const video = await film()
    const { id } = await begun()
    const pieces = Array.from({ length: 8 }, (_, n) => [{ video_id: video, start_frame: n, end_frame: n + 1 }])
    await Promise.all(pieces.map((items) => add(id, items)))
    const { items, revision } = await read(id)
    expect([revision, items.map(({ start_frame }) => start_frame).sort()]).toEqual([8, [0, 1, 2, 3, 4, 5, 6, 7]])
  })

  test('an addition that is sent again, without an answer to the first one, is made once', async () => {
    const video = await film()
    const { id } = await begun()
    const other = await begun()
    const piece = (start_frame: number) => ({ video_id: video, start_frame, end_frame: start_frame + 5 })
    const send = (to: string, idempotency_key: string) =>
      server.post(`/api/selects/${to}/items`, { items: [piece(0), piece(10)], idempotency_key }, owner)
    const answers = await Promise.all([send(id, 'a key'), send(id, 'a key'), send(id, 'a key')])
    expect(answers.map(({ status, json }) => [status, json.items.length])).toEqual([200, 200, 200].map((ok) => [ok, 2]))
    const ids = (await read(id)).items.map((item) => item.id)
    await add(id, [piece(20)])
    // Later pieces do not belong to it.
    expect([...answers, await send(id, 'a key')].map(({ json }) => json.added)).toEqual([ids, ids, ids, ids])
    expect(await read(id)).toMatchObject({ revision: 2 })
    await set(id, [], 2)
    expect((await send(id, 'a key')).json).toMatchObject({ revision: 3, items: [], added: [] })
    expect((await send(id, 'another key')).json.items).toHaveLength(2)
    expect((await send(other.id, 'a key')).json.items).toHaveLength(2)
  })
})

describe('who may', () => {
  test('the company reads and duplicates, the maker changes, nobody else sees them', async () => {
    const video = await film()
    const { id } = await begun()
    const piece = { video_id: video, start_frame: 0, end_frame: 5 }
    const { json } = await add(id, [piece])
    expect(json.can).toEqual({ change: true, render: true, duplicate: true })
    expect(await read(id, colleague)).toMatchObject({ can: { change: false, render: true }, items: json.items })
    for (const answer of [
      await add(id, [piece], colleague),
      await set(id, [], 1, colleague),
      await server.put(`/api/selects/${id}`, { name: 'x', revision: 1 }, colleague),
      await server.delete(`/api/selects/${id}`, colleague),
    ])
      expect(answer.json.code).toBe('forbidden')
    for (const who of [stranger, undefined])
      for (const answer of [
        await server.get(`/api/selects/${id}`, who),
        await server.post(`/api/selects/${id}/items`, { items: [piece] }, who),
        await server.post(`/api/selects/${id}/duplicate`, {}, who),
        await server.delete(`/api/selects/${id}`, who),
      ])
        expect(answer.status).toBe(who ? 404 : 401)
    const link = await server.aLink(owner, video)
    expect((await server.get(`/api/selects/${id}`, link)).status).toBe(401)
    const copy = await server.post(`/api/selects/${id}/duplicate`, {}, colleague)
    expect(copy.json).toMatchObject({ name: 'Harbour selects, copy', user_id: colleague.id, can: { change: true } })
    expect(copy.json.items.map((item: object) => ({ ...item, id: null }))).toEqual(
      json.items.map((item: object) => ({ ...item, id: null })),
    )
    const listed = async (who: Sender) =>
      (await server.get('/api/selects', who)).json.selects.map((row: Selects) => row.id)
    expect(await listed(colleague)).toEqual(expect.arrayContaining([id, copy.json.id]))
    expect(await listed(stranger)).toEqual([])
  })

  test('a member without a seat reads only', async () => {
    const free = await startTeam('FREE')
    const made = (await free.server.post('/api/selects', { name: 'Mine' }, free.owner)).json
    const seen = await free.server.get(`/api/selects/${made.id}`, free.colleague)
    expect(seen.json.can).toEqual({ change: false, render: false, duplicate: false })
    expect((await free.server.post('/api/selects', { name: 'x' }, free.colleague)).json.code).toBe('limit_seats')
    const copied = await free.server.post(`/api/selects/${made.id}/duplicate`, {}, free.colleague)
    expect(copied.json.code).toBe('limit_seats')
    await free.server.close()
  })

  test('a video of an expired collection is in the list, without an address', async () => {
    const old = await server.aCollection(stranger, { kind: 'review' })
    const video = await server.aVideo(stranger, old, { duration: 60, frame_rate_num: 25, frame_rate_den: 1 })
    const { id } = await begun(stranger)
    await add(id, [{ video_id: video, start_frame: 0, end_frame: 5 }], stranger)
    await server.db
      .updateTable('collections')
      .set({ created_at: daysAgo(31) })
      .where('id', '=', old)
      .execute()
    const { items, videos } = await read(id, stranger)
    expect(items).toMatchObject([{ state: 'EXPIRED', start_frame: 0 }])
    expect(videos).toMatchObject([{ id: video, stream_url: null }])
    const more = await add(id, [{ video_id: video, start_frame: 0, end_frame: 5 }], stranger)
    expect(more.json.code).toBe('collection_expired')
  })
})

test('a deletion can be taken back for a day', async () => {
  const video = await film()
  const { id } = await begun()
  await add(id, [{ video_id: video, start_frame: 0, end_frame: 5 }])
  const before = await read(id)
  expect((await server.post(`/api/selects/${id}/restore`, {}, owner)).status).toBe(404)
  await server.delete(`/api/selects/${id}`, owner)
  expect((await server.get(`/api/selects/${id}`, owner)).status).toBe(404)
  expect((await server.post(`/api/selects/${id}/restore`, {}, colleague)).json.code).toBe('forbidden')
  const back = await server.post(`/api/selects/${id}/restore`, {}, owner)
  expect([back.status, frames(back.json), back.json.revision]).toEqual([200, frames(before), before.revision])
  await set(id, [], 1)
  await server.delete(`/api/selects/${id}`, owner)
  await server.db
    .updateTable('selects')
    .set({ deleted_at: daysAgo(1.1) })
    .where('id', '=', id)
    .execute()
  expect((await server.post(`/api/selects/${id}/restore`, {}, owner)).status).toBe(404)
  await removeDeletedSelects(server.db)
  expect(await server.db.selectFrom('select_items').select('id').where('selects_id', '=', id).execute()).toEqual([])
})

test('selects stay with the company when their maker deletes the account', async () => {
  const leaving = await server.person(owner)
  await server.db.updateTable('users').set({ is_admin: true }).where('id', '=', colleague.id).execute()
  const { id } = await begun(leaving)
  const deleted = await server.post('/api/delete_account', { password: PASSWORD }, leaving)
  expect(deleted.json).toMatchObject({ message: 'Your account is deleted.' })
  expect(await read(id, colleague)).toMatchObject({ author: 'Deleted user', user_id: null, can: { change: false } })
})
