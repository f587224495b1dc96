// Past 400 lines: what every setting of a link opens and closes, with one team.
import { randomUUID } from 'node:crypto'
import { LINKS } from '@footnote/contract/nouns/review/sharing/link-limits.ts'
import type { GuestName } from '@footnote/contract/shared/guests.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { LinkHolder, Person } from '../../../../../../seed/rows/senders.ts'
import { openEvents } from '../../../../../test/event-stream.ts'
import { startTeam } from '../../../../../test/team.ts'

const { server, owner, colleague, stranger } = await startTeam()
afterAll(() => server.close())

const collection = await server.aCollection(owner, { name: 'Northlane, difficult', kind: 'review' })
const aVideo = (values: object = {}, of = collection) => server.aVideo(owner, of, { duration: 60, ...values })
/** The next version of a video. */
async function aVersionOf(video: string, version: number, values: object = {}): Promise<string> {
  const { stack_id } = await server.db
    .selectFrom('videos')
    .select('stack_id')
    .where('id', '=', video)
    .executeTakeFirstOrThrow()
  return await aVideo({ stack_id, version, ...values })
}

interface LinkWithGuest {
  readonly id: string
  readonly token: string
  readonly guest: LinkHolder
}
/** Makes a link, and a guest who has it. */
async function aLink(body: object, who: Person = owner): Promise<LinkWithGuest> {
  const { status, json } = await server.post('/api/sharing_router/links', { permission: 'commenter', ...body }, who)
  if (status !== 201) throw new Error(JSON.stringify(json))
  const token = json.share_url.split('/').at(-1)
  return { id: json.link.id, token, guest: { share_token: token, guest_key: `key of ${token}` } }
}
const change = (id: string, body: object, who: Person = owner) =>
  server.put(`/api/sharing_router/share-links/${id}`, body, who)
const validate = (guest: LinkHolder) =>
  server.get(`/api/sharing_router/validate-share-token/${guest.share_token}`, guest)
const unlock = (guest: LinkHolder, body: object, from?: string) =>
  server.post(`/api/sharing_router/unlock/${guest.share_token}`, body, guest, from)
const opened = async (guest: LinkHolder, body: object): Promise<LinkHolder> => ({
  ...guest,
  share_pass: (await unlock(guest, body)).json.pass,
})
const watch = async (guest: LinkHolder, video: string) =>
  (await server.get(`/api/sharing_router/get_shared_video_details/${video}`, guest)).status
const room = async (guest: LinkHolder) => (await server.get('/api/sharing_router/room', guest)).json
const visits = async (id: string) => (await server.get(`/api/sharing_router/share-links/${id}/visits`, owner)).json

describe('a link shows', () => {
  test('one version for ever, and its maker the newer one, which one change takes', async () => {
    const first = await aVideo({ version: 1 })
    const { id, guest } = await aLink({ kind: 'version', ids: [first] })
    const second = await aVersionOf(first, 2)
    expect([await watch(guest, first), await watch(guest, second)]).toEqual([200, 404])
    const [link] = (await server.get(`/api/sharing_router/share-links/${first}`, owner)).json.share_links
    expect(link.newer_version).toEqual({ video_id: second, version: 2 })
    expect((await change(id, { kind: 'version', ids: [second] })).json.newer_version).toBeNull()
    expect([await watch(guest, first), await watch(guest, second)]).toEqual([404, 200])
    expect((await validate(guest)).json.video_id).toBe(second)
  })

  test('the newest version, and for twelve hours the one that it replaced', async () => {
    const first = await aVideo({ version: 1 })
    const { guest } = await aLink({ kind: 'stack', ids: [first] })
    const before = await aVersionOf(first, 2, { duration: null })
    expect([await watch(guest, first), await watch(guest, before)]).toEqual([200, 404])
    await server.db.updateTable('videos').set({ duration: 60 }).where('id', '=', before).execute()
    expect([await watch(guest, first), await watch(guest, before)]).toEqual([200, 200])
    expect((await validate(guest)).json.video_id).toBe(before)
    await passHours(13, before)
    expect([await watch(guest, first), await watch(guest, before)]).toEqual([404, 200])
  })

  test('never a version that was replaced before it was made', async () => {
    const first = await aVideo({ version: 1 })
    const second = await aVersionOf(first, 2)
    const { guest } = await aLink({ kind: 'stack', ids: [first] })
    expect([await watch(guest, first), await watch(guest, second)]).toEqual([404, 200])
  })

  test('earlier versions only where it says so', async () => {
    const first = await aVideo({ version: 1 })
    const second = await aVersionOf(first, 2)
    const third = await aVersionOf(first, 3)
    const { id, guest } = await aLink({ kind: 'version', ids: [second], show_versions: true })
    const listed = async () =>
      (await server.get(`/api/quick-review/versions/${second}`, guest)).json.versions.map(
        (version: { video_id: string; current: boolean }) => [version.video_id, version.current],
      )
    expect(await listed()).toEqual([
      [second, true],
      [first, false],
    ])
    expect([await watch(guest, first), await watch(guest, third)]).toEqual([200, 404])
    await change(id, { show_versions: false })
    expect([await watch(guest, first), await listed()]).toEqual([404, [[second, true]]])
  })

  test('a room of chosen videos in their order, without the names of other things', async () => {
    const [one, two, other] = [await aVideo(), await aVideo(), await aVideo()]
    await server.aComment(owner, two, { content: 'Open' })
    await server.aComment(owner, two, { content: 'For us', visibility: 'team' })
    const { guest } = await aLink({ kind: 'set', ids: [two, one], name: 'Autumn launch' })
    const answer = await server.get('/api/sharing_router/room', guest)
    expect(answer.json).toMatchObject({
      name: 'Autumn launch',
      videos: [
        { video_id: two, open_comments: 1, resolved_comments: 0 },
        { video_id: one, open_comments: 0 },
      ],
    })
    expect(answer.text).not.toMatch(/difficult|For us/)
    expect((await validate(guest)).json).toMatchObject({ kind: 'set', video_id: null, name: 'Autumn launch' })
    expect([await watch(guest, one), await watch(guest, other)]).toEqual([200, 404])
  })

  test('a collection and what comes later, and nothing that has left it', async () => {
    const [here, there] = [await server.aCollection(owner, { kind: 'review' }), await server.aCollection(owner)]
    const early = await aVideo({}, here)
    const { guest } = await aLink({ kind: 'collection', ids: [here] })
    const late = await aVideo({}, here)
    const ids = async () => (await room(guest)).videos.map(({ video_id }: { video_id: string }) => video_id)
    expect(new Set(await ids())).toEqual(new Set([early, late]))
    await server.db
      .updateTable('stacks')
      .set({ collection_id: there })
      .where('id', '=', await stackOf(early))
      .execute()
    expect([await ids(), await watch(guest, early)]).toEqual([[late], 404])
  })

  test('no file that proved to be no video, and what is still examined only where nothing is there yet', async () => {
    const here = await server.aCollection(owner, { kind: 'review' })
    const good = await aVideo({}, here)
    const examined = await aVideo({ duration: null, status: 'PENDING' }, here)
    const failed = await aVideo({ duration: null, status: 'FAILED', file_name: 'Notes.txt' }, here)
    const behind = await aVideo({ stack_id: await stackOf(good), version: 2, duration: null, status: 'PENDING' }, here)
    for (const body of [
      { kind: 'collection', ids: [here] },
      { kind: 'set', ids: [good, examined, failed] },
    ]) {
      const { guest } = await aLink(body)
      const answer = await server.get('/api/sharing_router/room', guest)
      expect(answer.json.videos.map(({ video_id }: { video_id: string }) => video_id)).toEqual([good, examined])
      expect(answer.text).not.toContain('Notes')
      expect([await watch(guest, good), await watch(guest, examined)]).toEqual([200, 200])
      expect([await watch(guest, failed), await watch(guest, behind)]).toEqual([404, 404])
    }
  })

  test('selects once they are rendered, and each later rendering', async () => {
    const { id } = (await server.post('/api/selects', { name: 'Best of', note: '' }, owner)).json
    const body = { kind: 'selects', ids: [id], permission: 'viewer' }
    expect((await server.post('/api/sharing_router/links', body, owner)).json.code).toBe('selects_not_rendered')
    const rendered = await aVideo({ version: 1 })
    await server.db
      .updateTable('selects')
      .set({ stack_id: await stackOf(rendered) })
      .where('id', '=', id)
      .execute()
    const { guest } = await aLink(body)
    expect((await validate(guest)).json.video_id).toBe(rendered)
    const again = await aVersionOf(rendered, 2)
    expect((await validate(guest)).json.video_id).toBe(again)
    const stream = await openEvents(server.base, again, guest)
    // What arrives shows that the rights were read that a stream begins with.
    await server.aComment(owner, again)
    await stream.received(1)
    await server.delete(`/api/selects/${id}`, owner)
    expect((await validate(guest)).status).toBe(404)
    await expect.poll(() => stream.events.at(-1)?.data.code, { timeout: 10_000 }).toBe('invalid_share_token')
    stream.close()
  })

  test('at most what its maker may read', async () => {
    const maker = await server.person({ company_id: owner.company_id })
    const video = await aVideo()
    const { guest } = await aLink({ kind: 'version', ids: [video] }, maker)
    const theirs = await server.aVideo(stranger, await server.aCollection(stranger, { kind: 'review' }))
    const answer = await server.post(
      '/api/sharing_router/links',
      { kind: 'set', ids: [video, theirs], permission: 'viewer' },
      maker,
    )
    expect([await watch(guest, video), answer.status]).toEqual([200, 404])
    await server.db.updateTable('users').set({ company_id: stranger.company_id }).where('id', '=', maker.id).execute()
    expect([await watch(guest, video), (await validate(guest)).status]).toEqual([404, 404])
  })
})

async function stackOf(video: string): Promise<string> {
  const row = await server.db.selectFrom('videos').select('stack_id').where('id', '=', video).executeTakeFirstOrThrow()
  return row.stack_id
}
/** Makes the arrival of a version, and of all links, look older. */
async function passHours(hours: number, version: string): Promise<void> {
  const at = new Date(Date.now() - hours * 3_600_000)
  await server.db
    .updateTable('videos')
    .set({ replaces_since: at } as never)
    .where('id', '=', version)
    .execute()
  await server.db
    .updateTable('share_link_items')
    .set({ created_at: new Date(at.getTime() - 1_000) })
    .execute()
}

describe('a locked link', () => {
  const PASSWORD = 'autumn leaves'

  test('tells a stranger its name and sender, and no more, until the password is right', async () => {
    const video = await aVideo({ file_name: 'Secret cut.mp4' })
    const { guest } = await aLink({ kind: 'version', ids: [video], name: 'For Northlane', password: PASSWORD })
    const locked = await validate(guest)
    expect(locked.json).toMatchObject({ name: 'For Northlane', locked: true, video_id: null })
    expect(locked.text).not.toMatch(new RegExp(`Secret|${video}`))
    const answer = await server.get(`/api/sharing_router/get_shared_video_details/${video}`, guest)
    expect([answer.status, answer.json.code]).toEqual([401, 'link_locked'])
    expect((await unlock(guest, { password: 'summer leaves' })).json.code).toBe('link_password_wrong')
    const inside = await opened(guest, { password: PASSWORD, name: 'Kim' })
    expect([await watch(inside, video), (await validate(inside)).json.video_id]).toEqual([200, video])
    expect(await watch({ ...inside, guest_key: 'another browser' }, video)).toBe(401)
  })

  test('is locked again by a new password, for open pages and for addresses of files', async () => {
    const video = await aVideo({ thumbnail_key: 'videos/x/t.jpg' })
    const { id, guest } = await aLink({ kind: 'version', ids: [video], password: PASSWORD })
    const inside = await opened(guest, { password: PASSWORD })
    const stream = await openEvents(server.base, video, inside)
    const { stream_url } = (await server.get(`/api/sharing_router/get_shared_video_details/${video}`, inside)).json
    await change(id, { password: 'winter leaves' })
    await expect.poll(() => stream.events.at(-1)?.data.code).toBe('link_locked')
    expect([await watch(inside, video), (await server.get(stream_url)).status]).toEqual([401, 401])
    expect(await watch(await opened(guest, { password: 'winter leaves' }), video)).toBe(200)
    stream.close()
  })

  test('asks for an address that it allows, and for the code that was mailed to it', async () => {
    const video = await aVideo()
    const rule = { email_rule: 'confirmed', emails_allowed: ['@client.example'] }
    const { id, guest } = await aLink({ kind: 'version', ids: [video], ...rule })
    const kim = { name: 'Kim', email: 'kim@client.example' }
    expect((await unlock(guest, { ...kim, email: 'kim@other.example' })).json.fields.email).toMatch(/other addresses/)
    expect((await unlock(guest, kim)).json).toEqual({ pass: null, code_sent: true })
    const code = await server.code()
    expect((await unlock(guest, { ...kim, code: '00000000' })).json.code).toBe('code_invalid')
    expect(await watch(await opened(guest, { ...kim, code }), video)).toBe(200)
    expect((await visits(id)).visits).toMatchObject([
      { guest_name: 'Kim', email: 'kim@client.example', email_confirmed: true },
    ])
  })

  test('has as many views as it says, of which one is all that a guest does within twelve hours', async () => {
    const video = await aVideo()
    const { id, guest } = await aLink({ kind: 'version', ids: [video], max_views: 2 })
    const browsers = ['one', 'two', 'three'].map((guest_key) => ({ ...guest, guest_key }))
    const passes = await Promise.all([...browsers, ...browsers].map((browser) => unlock(browser, {})))
    const let_in = new Set(browsers.filter((_, at) => passes[at]!.status === 200))
    expect(let_in.size).toBe(2)
    expect((await visits(id)).views).toBe(2)
    for (const browser of browsers) expect((await validate(browser)).status).toBe(let_in.has(browser) ? 200 : 404)
  })

  test('counts a guest again after twelve hours, also one whose pass was given late', async () => {
    const { id, guest } = await aLink({ kind: 'version', ids: [await aVideo()], max_views: 1 })
    const inside = await opened(guest, {})
    expect((await validate(inside)).status).toBe(200)
    await server.db
      .updateTable('share_visits')
      .set({ began_at: new Date(Date.now() - 13 * 3_600_000) })
      .where('link_id', '=', id)
      .execute()
    expect((await validate(inside)).status).toBe(404)
  })

  test('keeps the text of its watermark to those who are let in', async () => {
    const mark = { watermark: 'over', watermark_text: 'Only for Northlane' }
    const { guest } = await aLink({ kind: 'version', ids: [await aVideo()], password: PASSWORD, ...mark })
    expect((await validate(guest)).text).not.toContain('Only')
    expect((await validate(await opened(guest, { password: PASSWORD }))).json).toMatchObject(mark)
  })
})

describe('a change of a link', () => {
  test('is what a pause is: its pages end, and it goes on afterwards', async () => {
    const video = await aVideo()
    const { id, guest } = await aLink({ kind: 'version', ids: [video] })
    const stream = await openEvents(server.base, video, guest)
    await change(id, { paused: true })
    await expect.poll(() => stream.events.at(-1)?.data.code).toBe('invalid_share_token')
    expect([await watch(guest, video), (await validate(guest)).status]).toEqual([404, 404])
    expect((await server.get(`/api/sharing_router/share-links/${video}`, owner)).json.share_links[0].paused).toBe(true)
    await change(id, { paused: false })
    expect(await watch(guest, video)).toBe(200)
    stream.close()
  })

  test('ends pages and addresses of files when a limit of views locks it', async () => {
    const video = await aVideo({ thumbnail_key: 'videos/x/t.jpg' })
    const { id, guest } = await aLink({ kind: 'version', ids: [video] })
    const stream = await openEvents(server.base, video, guest)
    const { stream_url } = (await server.get(`/api/sharing_router/get_shared_video_details/${video}`, guest)).json
    await change(id, { max_views: 5 })
    await expect.poll(() => stream.events.at(-1)?.data.code).toBe('link_locked')
    expect([await watch(guest, video), (await server.get(stream_url)).status]).toEqual([401, 401])
    const inside = await opened(guest, {})
    await change(id, { max_views: 4 })
    expect(await watch(inside, video)).toBe(200)
    stream.close()
  })

  test('takes a video out of it within seconds', async () => {
    const [one, two] = [await aVideo(), await aVideo()]
    const { id, guest } = await aLink({ kind: 'set', ids: [one, two] })
    const stream = await openEvents(server.base, one, guest)
    await change(id, { kind: 'set', ids: [two] })
    await expect.poll(() => stream.events.at(-1)?.data.code).toBe('invalid_share_token')
    expect([await watch(guest, one), await watch(guest, two)]).toEqual([404, 200])
    stream.close()
  })

  test('is for its maker, the owner of its video and admins, and others do not learn that it exists', async () => {
    const video = await aVideo()
    const { id } = await aLink({ kind: 'version', ids: [video] }, owner)
    for (const who of [colleague, stranger])
      for (const answer of [
        await change(id, { paused: true }, who),
        await server.get(`/api/sharing_router/share-links/${id}/address`, who),
        await server.get(`/api/sharing_router/share-links/${id}/visits`, who),
        await server.delete(`/api/sharing_router/share-links/${id}`, who),
      ])
        expect(answer.status).toBe(404)
  })

  test('is not for its maker once they are in another company', async () => {
    const maker = await server.person({ company_id: owner.company_id })
    const { id } = await aLink({ kind: 'version', ids: [await aVideo()] }, maker)
    await server.db.updateTable('users').set({ company_id: stranger.company_id }).where('id', '=', maker.id).execute()
    expect((await change(id, { tell: true }, maker)).status).toBe(404)
    expect((await server.get(`/api/sharing_router/share-links/${id}/visits`, maker)).status).toBe(404)
  })

  test('refuses settings that contradict one another', async () => {
    const video = await aVideo()
    for (const [settings, field] of [
      [{ emails_allowed: ['@client.example'] }, 'emails_allowed'],
      [{ watermark: 'in' }, 'watermark_text'],
      [{ password: 'short' }, 'password'],
      [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
      [{ max_views: 0 }, 'max_views'],
    ] as const) {
      const body = { kind: 'version', ids: [video], permission: 'viewer', ...settings }
      const { status, json } = await server.post('/api/sharing_router/links', body, owner)
      expect([status, Object.keys(json.fields)]).toEqual([400, [field]])
    }
  })
})

test('the address of a link can be had again, and not of one whose address was not kept', async () => {
  const { id, token } = await aLink({ kind: 'version', ids: [await aVideo()] })
  const address = async () => (await server.get(`/api/sharing_router/share-links/${id}/address`, owner)).json
  expect((await address()).share_url).toBe(`http://localhost:3000/shared/${token}`)
  const stored = await server.db.selectFrom('share_links').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(JSON.stringify(stored)).not.toContain(token)
  await server.db.updateTable('share_links').set({ token_sealed: null }).where('id', '=', id).execute()
  expect((await address()).code).toBe('link_without_address')
})

test('a person lists their own links, however many newer ones others have', async () => {
  const { id } = await aLink({ kind: 'version', ids: [await aVideo()] }, colleague)
  const { company_id } = owner
  const links = await server.db
    .insertInto('share_links')
    .values(
      Array.from({ length: LINKS.listed }, () => ({
        ...{ user_id: owner.id, company_id, permission: 'viewer' as const },
        ...{ token_hash: randomUUID(), expires_at: null },
      })),
    )
    .returning('id')
    .execute()
  const { share_links } = (await server.get('/api/sharing_router/links', colleague)).json
  expect(share_links.map((link: { id: string }) => link.id)).toEqual([id])
  await server.db
    .deleteFrom('share_links')
    .where(
      'id',
      'in',
      links.map((link) => link.id),
    )
    .execute()
})

test('a visit by a link for one person is one, whatever name comes with it', async () => {
  const { id, guest } = await aLink({ kind: 'version', ids: [await aVideo()], password: 'autumn leaves' })
  const jun = { link_id: id, name: 'Jun' as unknown as GuestName, email: 'jun@client.example' }
  await server.db.insertInto('guests').values(jun).execute()
  await opened(guest, { password: 'autumn leaves', name: 'Kim' })
  expect((await visits(id)).visits).toMatchObject([{ guest_name: 'Jun', email: jun.email, email_confirmed: true }])
})

test('a visit says what was watched of a video, each second once, and what was downloaded', async () => {
  const video = await aVideo({ duration: 10, storage_key: 'videos/x/film.mp4' })
  const { id, guest } = await aLink({ kind: 'version', ids: [video], download: 'original' })
  await validate(guest)
  const watched = (ranges: number[][]) => server.post(`/api/sharing_router/watched/${video}`, { ranges }, guest)
  expect(
    (
      await watched([
        [0, 2],
        [1, 3],
      ])
    ).status,
  ).toBe(204)
  await watched([[2.5, 4]])
  expect((await server.get(`/api/sharing_router/download/${video}`, guest)).status).toBe(200)
  const seen = await visits(id)
  expect(seen).toMatchObject({ views: 1, visits: [{ guest_name: null, email: null }] })
  expect(seen.visits[0].videos).toEqual([
    { video_id: video, file_name: expect.any(String), version: 1, downloads: 1, watched: 0.4, seconds: 4 },
  ])
})

test('a download works as far as the link allows it, and ends with less', async () => {
  const video = await aVideo()
  const { id, guest } = await aLink({ kind: 'version', ids: [video] })
  const download = (file = '') => server.get(`/api/sharing_router/download/${video}${file}`, guest)
  expect((await download()).status).toBe(403)
  await change(id, { download: 'original' })
  const { url } = (await download()).json
  await change(id, { download: 'proxy' })
  expect([(await server.get(url)).status, (await download('?file=original')).status]).toEqual([403, 403])
})

test('the maker of a link that says so gets one notification of each visit', async () => {
  const video = await aVideo({ file_name: 'Harbour.mp4' })
  const { guest } = await aLink({ kind: 'version', ids: [video], tell: true, password: 'autumn leaves' })
  for (let time = 0; time < 3; time += 1) await unlock(guest, { password: 'autumn leaves', name: 'Kim' })
  const { json } = await server.get('/api/get_notifications', owner)
  const opened_links = json.notifications.filter(({ type }: { type: string }) => type === 'LINK_OPENED')
  expect(opened_links).toMatchObject([{ actor_name: 'Kim (guest)', video_id: video, is_guest: true }])
})
