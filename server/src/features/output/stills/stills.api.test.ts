import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { daysAgo } from '../../../../test/product.ts'
import { RECTANGLE, redIn, startStills } from '../../../../test/stills.ts'

const { server, owner, colleague, stranger, collection, cut, ask, notifications, filmOf, stillsOf, checkFrames, wide } =
  await startStills()

describe('a still', () => {
  test.each([['a wide picture', wide, [320, 180]]] as const)(
    'is the frame of its comment, upright and with square pixels, for %s',
    async (_which, file, size) => {
      await checkFrames(file, size)
    },
  )

  test('has version, timecode, number and author in a name that every system accepts', async () => {
    const film = await filmOf(wide)
    await server.aComment(owner, film, { start_time: 0 })
    const link = { ...(await server.aLink(owner, film)), guest_key: 'k' }
    await server.aComment(link, film, { start_time: 1, guest_name: '../Kim: <"né">|\\?*' })
    await server.aComment(owner, film, { start_time: 1.5, visibility: 'team' })
    expect([...(await stillsOf(film, colleague)).keys()]).toEqual([
      'v1 00-00-00-00 1 Ada Lovelace.png',
      'v1 00-00-01-00 2 .._Kim_ __né______ (guest).png',
      'v1 00-00-01-14 T1 Ada Lovelace.png',
    ])
    const { download_file } = (await notifications(colleague))[0]
    const { headers } = await fetch(new URL(download_file, server.base))
    expect(headers.get('content-disposition')).toContain('harbour v1 stills.zip')
  })

  test('shows what somebody typed into a drawing as letters, whatever it says', async () => {
    const film = await filmOf(wide)
    const text = `</text><rect width="999" height="999" fill="red"/><image href="file:///etc/passwd"/>&lt;`
    const drawing: Drawing = { v: 1, shapes: [{ t: 'text', c: 'white', s: 0.05, p: [0, 0.8], text }] }
    await server.aComment(owner, film, { start_time: 1, drawing })
    const [still] = [...(await stillsOf(film)).values()]
    expect((await redIn(still!)).every(Number.isFinite)).toBe(false)
    const { channels } = await sharp(still).extract({ left: 0, top: 125, width: 320, height: 25 }).stats()
    expect(channels[0]!.max).toBeGreaterThan(230)
  })

  test('has no drawing when none is asked for, and only the asked comments have one', async () => {
    const film = await filmOf(wide)
    const first = await server.aComment(owner, film, { start_time: 0.5, drawing: RECTANGLE })
    await server.aComment(owner, film, { start_time: 1, drawing: RECTANGLE })
    const stills = await stillsOf(film, owner, { comment_ids: [first.id], drawings: false })
    expect([...stills.keys()]).toEqual(['v1 00-00-00-15 1 Ada Lovelace.png'])
    expect((await redIn([...stills.values()][0]!)).every(Number.isFinite)).toBe(false)
  })
})

describe('asking for stills', () => {
  test('is for members; a link gets 403, a stranger 404, nobody 401', async () => {
    const film = await filmOf(wide)
    const { id } = await server.aComment(owner, film)
    for (const permission of ['viewer', 'commenter', 'approver'] as const)
      expect((await ask(film, await server.aLink(owner, film, permission))).json).toMatchObject({
        status: 403,
        code: 'forbidden',
      })
    expect((await ask(film, stranger)).status).toBe(404)
    expect((await ask(film)).status).toBe(401)
    expect((await ask(film, colleague)).status).toBe(200)
    const others = await server.aVideo(owner, collection, { duration: 2 })
    expect((await ask(others, owner, { comment_ids: [id], drawings: true })).json).toMatchObject({
      status: 400,
      fields: { comment_ids: expect.any(String) },
    })
  })

  test('refuses no comments, too many, wrong ones, a video without a length and an expired collection', async () => {
    const film = await filmOf(wide)
    await server.aComment(owner, film)
    const many = Array.from({ length: 501 }, () => randomUUID())
    for (const comment_ids of [[], many, [randomUUID()], 'all', undefined])
      expect((await ask(film, owner, { comment_ids, drawings: true })).status).toBe(400)
    const early = await server.aVideo(owner, collection, { status: 'PENDING', duration: null })
    expect((await ask(early, owner)).json.code).toBe('video_not_ready')
    const old = await server.aVideo(stranger, await server.aCollection(stranger, { created_at: daysAgo(31) }), {})
    expect((await ask(old, stranger)).json.code).toBe('collection_expired')
  })

  test('brings one ZIP and one notification, however often the job runs', async () => {
    const film = await filmOf(wide)
    await server.aComment(owner, film)
    const person = await server.person(owner)
    await stillsOf(film, person)
    const [{ id }] = await notifications(person)
    const row = await server.db.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const request = { user_id: person.id, video_id: film, comment_ids: null, drawings: true }
    for (let again = 0; again < 2; again += 1) await cut({ ...request, request_id: row.request_id! })
    expect(await notifications(person)).toHaveLength(1)
    expect(await readdir(path.join(server.files, 'videos', film, 'stills'))).toHaveLength(1)
    expect((await notifications(person))[0]).toMatchObject({ type: 'EXPORT', error: null, video_name: 'harbour.mp4' })
  })

  test('says so when the comments are deleted before the stills are made', async () => {
    const film = await filmOf(wide)
    const person = await server.person(owner)
    await cut({ request_id: randomUUID(), user_id: person.id, video_id: film, comment_ids: null, drawings: true })
    expect(await notifications(person)).toMatchObject([
      { type: 'EXPORT', download_file: null, error: 'The comments were deleted before the stills were made.' },
    ])
  })
})
