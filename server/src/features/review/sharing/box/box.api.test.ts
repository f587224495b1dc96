import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { BOX } from '@footnote/contract/nouns/review/sharing/link-limits.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { LinkHolder } from '../../../../../../seed/rows/senders.ts'
import { boxCalls } from '../../../../../test/boxes.ts'
import { silentLog } from '../../../../../test/product.ts'
import { startTeam } from '../../../../../test/team.ts'
import { tellBox } from './tell-box.job.ts'

const { server, owner, colleague } = await startTeam()
afterAll(() => server.close())

const { aBox, aGuest, read, begin, patch, begun, sent, head, stop, takeBack } = boxCalls(server)
const collection = await server.aCollection(owner, { name: 'Autumn campaign' })
const FILM = randomBytes(300_000)
const change = (id: string, body: object) => server.put(`/api/sharing_router/share-links/${id}`, body, owner)
const videosOf = async (id: string) =>
  (await server.db.selectFrom('videos').select('id').where('id', '=', id).execute()).length
const context = { signal: new AbortController().signal, last_attempt: false, starts: 1, log: silentLog }

describe('a box', () => {
  test('takes a file from somebody without an account, who sees what they sent and nothing else', async () => {
    const { share_token, share_url, link } = await aBox(owner, collection, { message: 'Both cameras, please.' })
    expect(share_url).toBe(`${server.config.public_url}/send/${share_token}`)
    expect(link.box).toMatchObject({ message: 'Both cameras, please.', max_files: BOX.files, files: 0, bytes: 0 })
    const kim = await aGuest(share_token)
    expect((await server.get(`/api/sharing_router/validate-share-token/${share_token}`, kim)).json).toMatchObject({
      kind: 'box',
      video_id: null,
      locked: false,
      needs: { password: false, name: true, email: 'none' },
    })
    const half = FILM.length / 2
    const id = await begun(kim, FILM.length)
    expect((await patch(kim, id, 0, FILM.subarray(0, half))).headers.get('upload-offset')).toBe(String(half))
    expect((await read(kim)).json).toMatchObject({
      message: 'Both cameras, please.',
      left: { files: BOX.files - 1, bytes: BOX.bytes - FILM.length },
      guest_name: 'Kim Aalto',
      files: [{ file_id: id, file_name: 'A001.mov', file_size: FILM.length, received: half, arrived_at: null }],
    })
    const last = await patch(kim, id, half, FILM.subarray(half))
    expect([last.status, last.headers.get('footnote-video')]).toEqual([204, id])
    const { json: video } = await server.get(`/api/get_video_details/${id}`, owner)
    expect(video).toMatchObject({
      user_id: owner.id,
      collection_id: collection,
      source: { kind: 'box', name: 'Kim Aalto' },
    })
    const { storage_key } = await server.db
      .selectFrom('videos')
      .select('storage_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(await buffer(await server.storage.read(storage_key))).toEqual(FILM)
    expect((await read(kim)).json.files).toMatchObject([{ file_id: id, arrived_at: expect.any(String) }])
    const leo = await aGuest(share_token, 'Leo Brandt')
    expect((await read(leo)).json.files).toEqual([])
    for (const path of ['room', `get_shared_video_details/${id}`, `download/${id}`])
      expect((await server.get(`/api/sharing_router/${path}`, kim)).status, path).toBe(404)
  })

  test('says to whoever may change it who sent what and when, and to nobody else', async () => {
    const { share_token, id: box } = await aBox(owner, collection)
    const [kim, leo] = [await aGuest(share_token), await aGuest(share_token, 'Leo Brandt')]
    const first = await sent(kim, FILM)
    const second = await sent(leo, FILM)
    const under_way = await begun(kim, FILM.length)
    const files = (who: Parameters<typeof server.get>[1]) =>
      server.get(`/api/sharing_router/share-links/${box}/files`, who)
    expect((await files(owner)).json.files).toEqual(
      (
        [
          [under_way, 'Kim Aalto', null],
          [second, 'Leo Brandt', expect.any(String)],
          [first, 'Kim Aalto', expect.any(String)],
        ] as const
      ).map(([file_id, guest_name, arrived_at]) => ({
        ...{ file_id, guest_name, arrived_at, file_name: 'A001.mov', file_size: FILM.length, email: null },
      })),
    )
    await takeBack(kim, first)
    await stop(kim, under_way)
    expect((await files(owner)).json.files).toMatchObject([{ file_id: second }])
    for (const other of [colleague, kim]) expect((await files(other)).status).toBeGreaterThanOrEqual(401)
    const elsewhere = await server.person({ company_id: await server.company() })
    expect((await files(elsewhere)).status).toBe(404)
  })

  test('keeps offsets, ids and bytes of one sender from every other, and from the maker', async () => {
    const { share_token } = await aBox(owner, collection)
    const kim = await aGuest(share_token)
    const leo = await aGuest(share_token, 'Leo Brandt')
    const elsewhere = await aGuest((await aBox(owner, collection)).share_token)
    const id = await begun(kim, FILM.length)
    for (const other of [leo, elsewhere]) {
      expect((await head(other, id)).status).toBe(404)
      expect((await patch(other, id, 0, FILM)).code).toBe('not_found')
      expect((await stop(other, id)).code).toBe('not_found')
      expect((await takeBack(other, id)).json.code).toBe('not_found')
    }
    expect((await server.get('/api/uploads', owner)).json.uploads).toEqual([])
    expect(
      (await begin({ share_token, guest_key: kim.guest_key! }, 5, {}, { authorization: 'Bearer nobody' })).status,
    ).toBe(201)
    expect((await begin({ share_token }, 5)).code).toBe('validation_failed')
    expect((await begin(await aGuest(share_token, null), 5)).code).toBe('validation_failed')
    const viewing = await server.post(
      '/api/sharing_router/links',
      { kind: 'collection', ids: [collection], permission: 'approver' },
      owner,
    )
    const watcher = await aGuest(viewing.json.share_url.split('/').at(-1))
    expect([(await begin(watcher, 5)).code, (await read(watcher)).json.code]).toEqual([
      'invalid_share_token',
      'invalid_share_token',
    ])
    expect((await patch(kim, id, 0, FILM)).status).toBe(204)
  })

  test('takes no more files and bytes than it says, also of those that begin at the same time', async () => {
    const { share_token, id } = await aBox(owner, collection, { max_files: 3, max_bytes: 1_000 })
    const guests = await Promise.all(['Kim', 'Leo', 'Ada'].map((name) => aGuest(share_token, name)))
    const many = await Promise.all([...guests, ...guests, ...guests].map((guest) => begin(guest, 100)))
    expect(many.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409, 409])
    expect(new Set(many.flatMap(({ code }) => code || []))).toEqual(new Set(['limit_box']))
    await change(id, { max_files: 9 })
    const large = await Promise.all(guests.map((guest) => begin(guest, 400)))
    expect(large.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect((await read(guests[0]!)).json.left).toEqual({ files: 5, bytes: 300 })
    expect((await begin(guests[0]!, 301)).code).toBe('limit_box')
  })

  test('lets a file be taken back until it ends, which makes room again, but not without end', async () => {
    const { share_token, id: box } = await aBox(owner, collection, { max_files: 1 })
    const kim = await aGuest(share_token)
    const id = await sent(kim, FILM)
    expect((await begin(kim, 5)).code).toBe('limit_box')
    expect((await takeBack(kim, id)).status).toBe(204)
    expect((await read(kim)).json).toMatchObject({ files: [], left: { files: 1 } })
    expect((await server.get(`/api/get_video_details/${id}`, owner)).json.status).toBe('DELETING')
    for (let tries = 1; tries < BOX.again; tries += 1) {
      const next = await begun(kim, 5)
      expect((await (tries % 2 ? stop(kim, next) : takeBack(kim, next))).status).toBe(204)
    }
    expect((await begin(kim, 5)).code).toBe('limit_box')
    await change(box, { max_files: 2 })
    const kept = await sent(kim, FILM)
    await server.db
      .updateTable('share_links')
      .set({ expires_at: new Date(0) })
      .where('id', '=', box)
      .execute()
    expect((await takeBack(kim, kept)).json.code).toBe('invalid_share_token')
    expect(await videosOf(kept)).toBe(1)
  })

  test('ends what is under way when it is revoked, paused or over, and keeps what has arrived', async () => {
    const endings = {
      revoked: (id: string) => server.delete(`/api/sharing_router/share-links/${id}`, owner),
      paused: (id: string) => change(id, { paused: true }),
      over: (id: string) =>
        server.db
          .updateTable('share_links')
          .set({ expires_at: new Date(0) })
          .where('id', '=', id)
          .execute(),
    }
    for (const [how, end] of Object.entries(endings)) {
      const { share_token, id } = await aBox(owner, collection)
      const kim = await aGuest(share_token)
      const whole = await sent(kim, FILM)
      const half = await begun(kim, FILM.length)
      await patch(kim, half, 0, FILM.subarray(0, 1_000))
      await end(id)
      const codes = [await patch(kim, half, 1_000, FILM.subarray(1_000)), await begin(kim, 5)].map(({ code }) => code)
      expect([how, ...codes, (await read(kim)).json.code, await videosOf(whole), await videosOf(half)]).toEqual([
        how,
        ...Array(3).fill('invalid_share_token'),
        1,
        0,
      ])
      if (how !== 'paused') continue
      await change(id, { paused: false })
      expect((await patch(kim, half, 1_000, FILM.subarray(1_000))).status).toBe(204)
    }
  })

  test('is over when its maker may no longer upload there', async () => {
    const place = await server.aCollection(colleague)
    const { share_token } = await aBox(colleague, place)
    const kim = await aGuest(share_token)
    const id = await begun(kim, FILM.length)
    await server.db.updateTable('collections').set({ deleted_at: new Date() }).where('id', '=', place).execute()
    for (const { code } of [await patch(kim, id, 0, FILM), await begin(kim, 5)])
      expect(code).toBe('invalid_share_token')
    expect((await server.get(`/api/sharing_router/validate-share-token/${share_token}`, kim)).status).toBe(404)
  })

  test('opens by its password alone', async () => {
    const { share_token, id } = await aBox(owner, collection, { password: 'autumn leaves' })
    const unlock = (body: object, guest: LinkHolder) =>
      server.post(`/api/sharing_router/unlock/${share_token}`, { name: 'Kim', ...body }, guest)
    const kim = { share_token, guest_key: 'key of Kim' }
    expect((await unlock({ password: 'wrong one' }, kim)).json.code).toBe('link_password_wrong')
    expect([(await read(kim)).json.code, (await begin(kim, 5)).code]).toEqual(['link_locked', 'link_locked'])
    const { pass } = (await unlock({ password: 'autumn leaves' }, kim)).json
    const opened = { ...kim, share_pass: pass }
    const file = await begun(opened, FILM.length)
    await change(id, { password: 'other leaves' })
    expect((await patch(opened, file, 0, FILM)).code).toBe('link_locked')
    const again = { ...kim, share_pass: (await unlock({ password: 'other leaves' }, kim)).json.pass }
    expect((await patch(again, file, 0, FILM)).status).toBe(204)
  })

  test('cleans names, and takes videos only', async () => {
    const guest = await aGuest((await aBox(owner, collection)).share_token)
    for (const filename of [
      '../../etc/A001.mov',
      'C:\\day 2\\A001.mov',
      'day 2/A0\u000001\u202e.mov',
      `${'x'.repeat(400)}.mov`,
    ])
      await begun(guest, 5, { filename })
    const names: string[] = (await read(guest)).json.files.map(({ file_name }: { file_name: string }) => file_name)
    expect(names.slice(0, 3)).toEqual(['.._.._etc_A001.mov', 'C:_day 2_A001.mov', 'day 2_A0 01.mov'])
    expect(names[3]!.length).toBe(255)
    expect((await begin(guest, 5, { filetype: 'application/pdf', filename: 'call-sheet.pdf' })).code).toBe(
      'unsupported_media',
    )
    expect((await begin(guest, 5, { filename: '..' })).code).toBe('validation_failed')
    // A box decides where files go.
    const other = await server.aCollection(owner)
    await begun(guest, 5, { index_id: other, version_of: await server.aVideo(owner, other) })
    const places = await server.db.selectFrom('uploads').select('collection_id').distinct().execute()
    expect(places.map(({ collection_id }) => collection_id)).not.toContain(other)
  })

  test('mails its maker once when nothing was under way for five minutes', async () => {
    const { share_token, id } = await aBox(owner, collection)
    const kim = await aGuest(share_token)
    const tell = async (seconds: number) => {
      await tellBox(server, () => new Date(Date.now() + seconds * 1000))({ link_id: id }, context)
      return (await server.outbox()).filter((mail) => mail.includes('sent'))
    }
    await sent(kim, FILM, { filename: 'A001.mov' })
    await sent(kim, FILM, { filename: 'A002.mov' })
    await takeBack(kim, await sent(kim, FILM, { filename: 'wrong.mov' }))
    expect(await tell(BOX.quiet - 30)).toEqual([])
    const [mail, ...more] = await tell(BOX.quiet + 1)
    expect(more).toEqual([])
    expect(mail).toContain('Subject: Kim Aalto (guest) sent 2 videos')
    expect(mail).toContain('A002.mov')
    expect(mail).not.toContain('wrong.mov')
    expect(await tell(3 * BOX.quiet)).toHaveLength(1)
    await sent(await aGuest(share_token, 'Leo Brandt'), FILM)
    expect(await tell(BOX.quiet + 1)).toHaveLength(2)
  })

  test('is listed apart from the links that show something, and stays a box', async () => {
    const place = await server.aCollection(owner)
    await server.aVideo(owner, place)
    const { id } = await aBox(owner, place)
    const list = async (kind: string) =>
      (await server.get(`/api/sharing_router/links?collection_id=${place}${kind}`, owner)).json.share_links.map(
        (link: { id: string }) => link.id,
      )
    expect([await list(''), await list('&kind=box')]).toEqual([[], [id]])
    expect((await change(id, { expires_at: null })).status).toBe(400)
    expect((await change(id, { kind: 'collection', ids: [place] })).status).toBe(400)
    expect((await change(id, { max_files: 7, message: 'Also sound.' })).json.box).toMatchObject({
      max_files: 7,
      message: 'Also sound.',
    })
    const made = { kind: 'box', ids: [place], permission: 'viewer' }
    expect((await server.post('/api/sharing_router/links', made, owner)).status).toBe(400)
    const ends = { ...made, expires_at: new Date(Date.now() + 60_000).toISOString() }
    expect((await server.post('/api/sharing_router/links', ends, colleague)).json.code).toBe('forbidden')
    const address = (await server.get(`/api/sharing_router/share-links/${id}/address`, owner)).json.share_url
    expect(address).toContain('/send/')
  })
})
