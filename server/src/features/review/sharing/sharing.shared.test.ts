import { Readable } from 'node:stream'
import type { ShareLink } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { anOpenedLink, aShareLink } from '../../../../../seed/answers/links.ts'
import { type LinkHolder, type Person, SECRET } from '../../../../../seed/rows/senders.ts'
import { startObjectStore } from '../../../../test/object-store.ts'
import { daysAgo, NIL, type Product, startProduct } from '../../../../test/product.ts'
import { startTeam } from '../../../../test/team.ts'
import { S3Storage } from '../../../platform/storage/s3/s3-storage.ts'

const DAY = 86_400_000

const { server, owner, colleague, stranger } = await startTeam()
const collection = await server.aCollection(owner, { name: 'Rushes', kind: 'review' })
const fresh = () => server.aVideo(owner, collection, { duration: 60 })
const video = await fresh()
afterAll(() => server.close())

const share = (of: string, body: object, who?: Person) =>
  server.post(`/api/sharing_router/create-share-link/${of}`, body, who)
const links = (of: string, who?: Person) => server.get(`/api/sharing_router/share-links/${of}`, who)
const revoke = (id: string, who?: Person) => server.delete(`/api/sharing_router/share-links/${id}`, who)
const validate = (token: string) => server.get(`/api/sharing_router/validate-share-token/${token}`)
const shown = (of: string, who?: LinkHolder | Person) =>
  server.get(`/api/sharing_router/get_shared_video_details/${of}`, who)
const tokenOf = (answer: { json: { share_url: string } }) => answer.json.share_url.split('/').at(-1)!
const INVALID = { status: 404, code: 'invalid_share_token', detail: 'Invalid share token' }

test('guests learn who sent the link, but not the collection’s name', async () => {
  const token = tokenOf(await share(video, { permission: 'viewer' }, colleague))
  const answer = await shown(video, { share_token: token } as LinkHolder)
  const { first_name, last_name } = await server.db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', colleague.id)
    .executeTakeFirstOrThrow()
  expect([answer.status, answer.json.collection_name]).toEqual([200, `${first_name} ${last_name}`])
  expect(answer.text).not.toContain('Rushes')
})

describe('making a link', () => {
  test('returns an address with 128 random bits, and stores only a hash of them', async () => {
    const before = Date.now()
    const answer = await share(video, { permission: 'commenter', expires_in_days: 7 }, owner)
    const after = Date.now()
    expect(answer.status).toBe(200)
    const { share_url, id, permission, expires_at } = answer.json
    expect(share_url).toMatch(/^http:\/\/localhost:3000\/shared\/[\w-]{22}$/)
    expect(permission).toBe('commenter')
    const made = Date.parse(expires_at) - 7 * DAY
    expect([made >= before, made <= after]).toEqual([true, true])
    const row = await server.db.selectFrom('share_links').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(tokenOf(answer))
    expect((await share(video, { permission: 'viewer', expires_in_days: null }, owner)).json.expires_at).toBeNull()
    expect((await share(video, { permission: 'viewer' }, owner)).json.expires_at).toBeNull()
  })

  test('accepts the known permissions and expiries', async () => {
    for (const permission of [undefined, null, 'owner', '', 1])
      expect((await share(video, { permission, expires_in_days: null }, owner)).json.code).toBe('validation_failed')
    for (const expires_in_days of [0, 1, -7, 8, 7.5, '7', true, 365])
      expect((await share(video, { permission: 'viewer', expires_in_days }, owner)).json.code).toBe('validation_failed')
  })

  test('works for any signed-in person who may read the video', async () => {
    const body = { permission: 'viewer', expires_in_days: null }
    expect((await share(video, body)).status).toBe(401)
    expect((await share(video, body, colleague)).status).toBe(200)
    for (const [of, who] of [
      [video, stranger],
      [NIL, owner],
      ['nonsense', owner],
    ] as const)
      expect((await share(of, body, who)).json).toMatchObject({ status: 404, code: 'not_found' })
    const old = await server.aCollection(stranger, { created_at: daysAgo(31) })
    expect((await share(await server.aVideo(stranger, old), body, stranger)).json.code).toBe('collection_expired')
    const deleting = await server.aVideo(owner, collection, { status: 'DELETING' })
    expect((await share(deleting, body, owner)).json).toMatchObject({ status: 409, code: 'video_not_ready' })
  })

  test('is offered by the video itself when allowed', async () => {
    const can = async (who: Person) => (await server.get(`/api/get_video_details/${video}`, who)).json.can
    expect(await can(owner)).toMatchObject({ comment: true, share: true, review: true })
    expect(await can(colleague)).toMatchObject({ comment: true, share: true, review: false })
  })
})

describe('the links of a video', () => {
  test('are all visible to its owner, and their own to others, newest first, while they work', async () => {
    const film = await fresh()
    const mine = (await share(film, { permission: 'viewer' }, owner)).json.id
    const theirs = (await share(film, { permission: 'commenter', expires_in_days: 30 }, colleague)).json.id
    const over = (await share(film, { permission: 'viewer', expires_in_days: 7 }, owner)).json.id
    await server.db
      .updateTable('share_links')
      .set({ expires_at: daysAgo(1) })
      .where('id', '=', over)
      .execute()
    const ids = async (who: Person) => (await links(film, who)).json.share_links.map(({ id }: { id: string }) => id)
    expect(await ids(owner)).toEqual([theirs, mine])
    expect(await ids(colleague)).toEqual([theirs])
    const items = [{ id: film, name: 'match.mp4', version: 1 }]
    const created_at = expect.any(String)
    expect((await links(film, owner)).json.share_links[1]).toEqual(aShareLink(mine, { items, created_at }))
    expect((await links(film)).status).toBe(401)
    expect((await links(film, stranger)).status).toBe(404)
  })

  test('say for whom each was made, and who made it, without an address or a key', async () => {
    const film = await fresh()
    await server.db.updateTable('users').set({ first_name: 'Colin' }).where('id', '=', colleague.id).execute()
    await share(film, { permission: 'approver' }, colleague)
    const reviewers = ['Carla Client', 'Dora Client'].map((name, n) => ({ email: `client${n}@example.org`, name }))
    const asked = await server.put(`/api/quick-review/approvals/${film}`, { reviewers }, owner)
    expect(asked.status).toBe(200)
    const whoOpens = { ...(await server.aLink(owner, film)), guest_key: 'a browser' }
    await server.aComment(whoOpens, film)
    const seen = async (who: Person) =>
      (await links(film, who)).json.share_links
        .map(({ guest_name, shared_by, mine, permission }: ShareLink) => [guest_name, shared_by, mine, permission])
        .sort()
    const public_link = [null, 'Colin Lovelace', false, 'approver']
    expect(await seen(owner)).toEqual([
      [null, 'Ada Lovelace', true, 'commenter'],
      public_link,
      ['Carla Client', 'Ada Lovelace', true, 'approver'],
      ['Dora Client', 'Ada Lovelace', true, 'approver'],
    ])
    expect(await seen(colleague)).toEqual([public_link.with(2, true)])
    expect((await links(film, owner)).text).not.toMatch(/client\d@|key|hash/)
  })

  test('show when they were last used', async () => {
    const film = await fresh()
    const link = await server.aLink(owner, film)
    const before = Date.now()
    await shown(film, link)
    const used = Date.parse((await links(film, owner)).json.share_links[0].last_used_at)
    expect(used).toBeGreaterThanOrEqual(before)
  })

  test('are revoked by their maker and the video’s owner; others cannot see them', async () => {
    const mine = (await share(video, { permission: 'viewer' }, owner)).json.id
    const theirs = (await share(video, { permission: 'viewer' }, colleague)).json.id
    expect((await revoke(mine)).status).toBe(401)
    for (const [id, who] of [
      [mine, colleague],
      [mine, stranger],
      [NIL, owner],
      ['nonsense', owner],
    ] as const)
      expect((await revoke(id, who)).json).toMatchObject({ status: 404, code: 'not_found' })
    for (const id of [mine, theirs]) expect((await revoke(id, owner)).json).toEqual({ message: expect.any(String) })
    expect((await revoke(mine, owner)).status).toBe(404)
  })

  test('of members are seen and ended by the admins of their company, whose ever the video is', async () => {
    const admin = await server.person(colleague)
    await server.db.updateTable('users').set({ is_admin: true }).where('id', '=', admin.id).execute()
    const sample = await server.db.selectFrom('videos').select('id').where('user_id', 'is', null).executeTakeFirst()
    const own = await server.aVideo(colleague, await server.aCollection(colleague, { kind: 'review' }), { duration: 9 })
    for (const film of [own, ...(sample ? [sample.id] : [])]) {
      const { id } = (await share(film, { permission: 'commenter' }, colleague)).json
      const seen = async (who: Person) =>
        ((await links(film, who)).json.share_links ?? []).map((link: { id: string }) => link.id)
      expect(await seen(admin)).toEqual([id])
      expect((await revoke(id, stranger)).status).toBe(404)
      expect((await revoke(id, admin)).status).toBe(200)
      expect(await seen(colleague)).toEqual([])
    }
  })
})

describe('a token', () => {
  test('names its video and its permission', async () => {
    const answer = await share(video, { permission: 'viewer' }, owner)
    const shared_by = expect.any(String)
    expect((await validate(tokenOf(answer))).json).toEqual(anOpenedLink(video, { shared_by }))
  })

  test('that is changed, expired, revoked or of a deleted video is refused', async () => {
    const film = await fresh()
    const [altered, expired, revoked, orphaned] = await Promise.all(
      [film, film, film, await fresh()].map(async (of) => (await share(of, { permission: 'viewer' }, owner)).json),
    )
    const token = ({ share_url }: { share_url: string }) => share_url.split('/').at(-1)!
    await server.db.updateTable('share_links').set({ expires_at: new Date() }).where('id', '=', expired.id).execute()
    await revoke(revoked.id, owner)
    const { video_id: lost } = (await validate(token(orphaned))).json
    await server.db.updateTable('videos').set({ status: 'DELETING' }).where('id', '=', lost).execute()
    const swapped = token(altered).slice(0, -2) + (token(altered).endsWith('AA') ? 'BB' : 'AA')
    for (const [bad, of] of [
      [swapped, film],
      [token(expired), film],
      [token(revoked), film],
      [token(orphaned), lost],
      ['x', film],
    ]) {
      expect((await validate(bad)).json).toMatchObject(INVALID)
      expect((await shown(of, { share_token: bad })).json).toMatchObject(INVALID)
      expect((await server.get(`/api/quick-review/comments/${of}`, { share_token: bad })).json).toMatchObject(INVALID)
    }
    expect((await shown(film, { share_token: token(altered) })).status).toBe(200)
  })

  test('works for its own video, and only for the calls of the shared page', async () => {
    const other = await fresh()
    const link = await server.aLink(owner, video)
    for (const film of [other, NIL, 'nonsense']) expect((await shown(film, link)).json).toMatchObject(INVALID)
    for (const url of [
      '/api/indexes',
      `/api/indexes/${collection}`,
      `/api/get_video_details/${video}`,
      `/api/generate-download-url/${video}`,
      `/api/quick-review/comment-suggestions/${collection}?query=the`,
      `/api/sharing_router/share-links/${video}`,
    ])
      expect((await server.get(url, link)).json).toMatchObject({ status: 401, code: 'unauthenticated' })
  })
})

describe('the shared video', () => {
  test('is the video with its words, without facts that guests must not learn', async () => {
    const film = await server.aVideo(owner, collection, { duration: 60, thumbnail_key: 'videos/a/poster.jpg' })
    const detail = (await shown(film, await server.aLink(owner, film))).json
    expect(detail).toMatchObject({
      id: film,
      shared_permission: 'commenter',
      subtitle_word: [],
      file_url: null,
      can: { open: true, review: false, delete: false, retry: false, comment: true, share: false },
    })
    const viewing = (await shown(film, await server.aLink(owner, film, 'viewer'))).json
    expect(viewing).toMatchObject({ shared_permission: 'viewer', can: { comment: false } })
    expect((await shown(film)).status).toBe(401)
    expect((await shown(film, owner)).json).toMatchObject(INVALID)
  })

  test('of an expired collection is refused with the reason', async () => {
    const old = await server.aCollection(stranger)
    const film = await server.aVideo(stranger, old)
    const link = await server.aLink(stranger, film)
    await server.db
      .updateTable('collections')
      .set({ created_at: daysAgo(31) })
      .where('id', '=', old)
      .execute()
    expect((await shown(film, link)).json).toMatchObject({ status: 403, code: 'collection_expired' })
  })
})

describe.each(['disk', 's3'])('files of a shared video, stored on %s', (kind) => {
  let installation: Product
  let store: Awaited<ReturnType<typeof startObjectStore>> | undefined
  let person: Person
  let film: string
  beforeAll(async () => {
    store = kind === 's3' ? await startObjectStore() : undefined
    const storage = store && new S3Storage({ s3: store.settings, secret_key: SECRET })
    installation = await startProduct(storage ? { storage } : {})
    person = await installation.person({ company_id: await installation.company() })
    film = await installation.aVideo(person, await installation.aCollection(person), { duration: 60 })
  })
  afterAll(async () => {
    await installation?.close()
    await store?.stop()
  })
  const open = async (link: LinkHolder) =>
    (await installation.get(`/api/sharing_router/get_shared_video_details/${film}`, link)).json.stream_url as string

  test('come from the product itself, also in ranges, and are checked on every request', async () => {
    const address = await open(await installation.aLink(person, film))
    expect(address).toMatch(/^\/api\/files\//)
    const whole = await fetch(installation.base + address)
    expect([whole.status, await whole.text()]).toEqual([200, 'bytes'])
    expect(whole.headers.get('cache-control')).toBe('private, no-cache')
    const part = await fetch(installation.base + address, { headers: { range: 'bytes=1-2' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 1-2/5', 'yt'])
  })

  test('stop with the link: revoked, expired, and for another link’s address', async () => {
    const link = await installation.aLink(person, film)
    const address = await open(link)
    const { id } = (await installation.get(`/api/sharing_router/share-links/${film}`, person)).json.share_links[0]
    const other = new URL(installation.base + address)
    other.searchParams.set('link', NIL)
    expect((await fetch(other)).status).toBe(403)
    other.searchParams.delete('link')
    expect((await fetch(other)).status).toBe(403)
    await installation.db
      .updateTable('share_links')
      .set({ expires_at: daysAgo(1) })
      .where('id', '=', id)
      .execute()
    expect((await fetch(installation.base + address)).status).toBe(404)
    await installation.db.updateTable('share_links').set({ expires_at: null }).where('id', '=', id).execute()
    expect((await fetch(installation.base + address)).status).toBe(200)
    expect((await installation.delete(`/api/sharing_router/share-links/${id}`, person)).status).toBe(200)
    const ended = await fetch(installation.base + address)
    expect([ended.status, ((await ended.json()) as { code: string }).code]).toEqual([404, 'invalid_share_token'])
  })
})

test('a running answer is cut off when its link is revoked', { timeout: 60_000 }, async () => {
  const film = await fresh()
  const piece = Buffer.alloc(1024 ** 2)
  await server.storage.write(`videos/${film}/original.mp4`, Readable.from(Array(64).fill(piece)), 'video/mp4')
  const link = await server.aLink(owner, film)
  const { stream_url } = (await shown(film, link)).json
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const answer = await fetch(server.base + stream_url)
    const reader = answer.body!.getReader()
    await reader.read()
    const { id } = (await links(film, owner)).json.share_links[0]
    await revoke(id, owner)
    expect(vi.getTimerCount()).toBe(1)
    // Time passes until the link is checked again.
    vi.advanceTimersToNextTimer()
    await expect.poll(() => vi.getTimerCount()).toBe(0)
    const rest = async () => {
      while (!(await reader.read()).done);
    }
    await expect(rest()).rejects.toThrow()
  } finally {
    vi.useRealTimers()
  }
})
