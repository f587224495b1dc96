import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@footnote/contract/calls/endpoint.ts'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { LinkKind } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { LinkHolder } from '../../../../../seed/rows/senders.ts'
import { openEvents } from '../../../../test/event-stream.ts'
import { startTeam } from '../../../../test/team.ts'
import { removeExpiredLinks } from './commands.ts'

const { server, owner, stranger } = await startTeam()
afterAll(() => server.close())

/** Every call that a share link can make, except the endless one. */
const CALLS = Object.entries(endpoints)
  .flatMap(([noun, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).map(([name, call]) => ({ name: `${noun}.${name}`, call })),
  )
  .filter(({ call }) => (call.access === 'share' || call.access === 'link') && !call.events)

const PASSWORD = 'autumn leaves'
const LOCKS = {
  none: {},
  password: { password: PASSWORD },
  'required e-mail': { email_rule: 'required' },
  'limited views': { max_views: 3 },
} as const

/** How a link that works ends for a guest who is inside, and with which status each call is answered then. */
const STATES: Readonly<Record<string, { status: 401 | 404; act: (id: string) => Promise<unknown> }>> = {
  paused: { status: 404, act: (id) => change(id, { paused: true }) },
  expired: {
    status: 404,
    act: (id) =>
      server.db
        .updateTable('share_links')
        .set({ expires_at: new Date(0) })
        .where('id', '=', id)
        .execute(),
  },
  revoked: { status: 404, act: (id) => server.delete(`/api/sharing_router/share-links/${id}`, owner) },
  'with another password': { status: 401, act: (id) => change(id, { password: 'winter leaves' }) },
  'of a member who was removed': {
    status: 404,
    act: async (id) => {
      const { user_id } = await server.db
        .selectFrom('share_links')
        .select('user_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const maker = { company_id: stranger.company_id }
      await server.db.updateTable('users').set(maker).where('id', '=', user_id).execute()
    },
  },
}

const change = (id: string, body: object) => server.put(`/api/sharing_router/share-links/${id}`, body, owner)

interface World {
  /** Videos that a link of the kind shows. */
  readonly shown: readonly string[]
  /** Videos that no link shows: an earlier version, another video of the collection, one of another collection. */
  readonly hidden: readonly string[]
  /** Words that no answer to a guest may have. */
  readonly secrets: readonly string[]
  readonly ids: readonly string[]
}

/** Videos for a link of a kind, with secrets around them. */
async function worldOf(kind: LinkKind): Promise<World> {
  const secrets: string[] = []
  const secret = () => {
    secrets.push(randomUUID())
    return secrets.at(-1)!
  }
  const name = secret()
  const collection = await server.aCollection(owner, { kind: 'review', name })
  const aVideo = (values: object = {}) => server.aVideo(owner, collection, { duration: 60, ...values })
  const first = await aVideo({ version: 1, file_name: `${secret()}.mp4` })
  const { stack_id } = await server.db
    .selectFrom('videos')
    .select('stack_id')
    .where('id', '=', first)
    .executeTakeFirstOrThrow()
  const second = await aVideo({ stack_id, version: 2 })
  const beside = await aVideo({ file_name: `${secret()}.mp4` })
  const elsewhere = await server.aVideo(owner, await server.aCollection(owner, { name: secret() }), {
    duration: 60,
    file_name: `${secret()}.mp4`,
  })
  for (const video of [first, second, beside, elsewhere]) {
    await server.aComment(owner, video, { content: secret(), visibility: 'team' })
    if (video !== second) await server.aComment(owner, video, { content: secret() })
  }
  if (kind === 'collection') {
    // All that is in it is shown.
    const shown = [second, beside]
    const own = await server.db
      .selectFrom('videos')
      .select('file_name')
      .where('id', '=', beside)
      .executeTakeFirstOrThrow()
    const { json } = await server.get(`/api/quick-review/comments/${beside}`, owner)
    const open = [own.file_name.replace('.mp4', ''), ...json.items.filter(isForAll).map(({ content }: Item) => content)]
    return {
      shown,
      hidden: [first, elsewhere],
      secrets: secrets.filter((word) => !open.includes(word)),
      ids: [collection],
    }
  }
  if (kind === 'selects') {
    const { id } = (await server.post('/api/selects', { name: secret(), note: secret() }, owner)).json
    await server.db.updateTable('selects').set({ stack_id }).where('id', '=', id).execute()
    return { shown: [second], hidden: [first, beside, elsewhere], secrets, ids: [id] }
  }
  return { shown: [second], hidden: [first, beside, elsewhere], secrets, ids: [second] }
}
interface Item {
  readonly content: string
  readonly visibility: string
}
const isForAll = ({ visibility }: Item) => visibility === 'everyone'

async function ask({ call }: (typeof CALLS)[number], video: string, who: LinkHolder) {
  const address = call.path.replace(':video_id', video).replace(':comment_id', randomUUID())
  const body = { content: 'Words', start_time: 1, guest_name: 'Grace', ranges: [[0, 1]] }
  if (call.method === 'GET') return await server.get(address, who)
  if (call.method === 'DELETE') return await server.delete(address, who)
  return await server[call.method === 'PUT' ? 'put' : 'post'](address, body, who)
}

const KINDS: readonly LinkKind[] = ['version', 'stack', 'set', 'collection', 'selects']
const CELLS = KINDS.flatMap((kind) => Object.keys(LOCKS).map((lock) => [kind, lock as keyof typeof LOCKS] as const))

describe.each(CELLS)('a link to a %s with the lock %s', async (kind, lock) => {
  const maker = await server.person({ company_id: owner.company_id })
  await server.db.updateTable('users').set({ is_admin: true }).where('id', '=', owner.id).execute()
  const world = await worldOf(kind)
  async function made() {
    const body = { kind, ids: world.ids, permission: 'approver', name: 'For Northlane', ...LOCKS[lock] }
    const { json } = await server.post('/api/sharing_router/links', body, maker)
    const guest: LinkHolder = { share_token: json.share_url.split('/').at(-1), guest_key: randomUUID() }
    if (lock === 'none') return { id: json.link.id as string, guest, inside: guest }
    const given = { password: PASSWORD, name: 'Kim', email: 'kim@client.example' }
    const opened = await server.post(`/api/sharing_router/unlock/${guest.share_token}`, given, guest)
    return { id: json.link.id as string, guest, inside: { ...guest, share_pass: opened.json.pass as string } }
  }
  const refuse = async (who: LinkHolder, videos: readonly string[], status: number) => {
    for (const one of CALLS)
      for (const video of one.call.path.includes(':video_id') ? videos : videos.slice(0, 1)) {
        const answer = await ask(one, video, who)
        expect([one.name, answer.status]).toEqual([one.name, status])
        for (const word of world.secrets) expect(answer.text).not.toContain(word)
      }
  }

  test('shows what it names, and no word of anything else', async () => {
    const { inside } = await made()
    for (const one of CALLS)
      for (const video of world.shown) {
        const answer = await ask(one, video, inside)
        expect([one.name, answer.status < 500]).toEqual([one.name, true])
        for (const word of world.secrets) expect(answer.text).not.toContain(word)
      }
    const { json } = await server.get(`/api/sharing_router/get_shared_video_details/${world.shown[0]}`, inside)
    expect(json.id).toBe(world.shown[0])
    const hidden = CALLS.filter(({ call }) => call.path.includes(':video_id'))
    for (const one of hidden)
      for (const video of world.hidden) {
        const answer = await ask(one, video, inside)
        expect([one.name, answer.status, answer.json.code]).toEqual([one.name, 404, 'invalid_share_token'])
      }
  })

  test.runIf(lock !== 'none')('is closed without a pass, whatever it is asked about', async () => {
    const { guest } = await made()
    await refuse(guest, [...world.shown, ...world.hidden], 401)
  })

  test.each(Object.entries(STATES))(
    'is closed to a guest who is inside when it is %s',
    async (_state, { status, act }) => {
      const { id, inside } = await made()
      const stream = await openEvents(server.base, world.shown[0]!, inside)
      onTestFinished(async () => {
        stream.close()
        await server.db.updateTable('users').set({ company_id: owner.company_id }).where('id', '=', maker.id).execute()
      })
      await act(id)
      await refuse(inside, world.shown, status)
      await expect.poll(() => stream.events.at(-1)?.event).toBe('ended')
    },
  )

  test('is closed for a video that is being deleted, and gone for good when nothing is left', async () => {
    const { id, inside } = await made()
    onTestFinished(async () => {
      await server.db.updateTable('videos').set({ status: 'SUCCESS' }).where('id', 'in', world.shown).execute()
    })
    await server.db.updateTable('videos').set({ status: 'DELETING' }).where('id', 'in', world.shown).execute()
    const videos = CALLS.filter(({ call }) => call.path.includes(':video_id'))
    for (const one of videos) expect((await ask(one, world.shown[0]!, inside)).status).toBe(404)
    await server.db.deleteFrom('share_link_items').where('link_id', '=', id).execute()
    await removeExpiredLinks(server.db)
    expect((await server.get(`/api/sharing_router/validate-share-token/${inside.share_token}`)).status).toBe(404)
  })
})
