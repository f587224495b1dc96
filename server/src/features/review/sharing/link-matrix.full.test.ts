import { randomUUID } from 'node:crypto'
import type { LinkKind } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type LinkHolder, SECRET } from '../../../../../seed/rows/senders.ts'
import { drawnCases } from '../../../../test/drawn-cases.ts'
import { openEvents } from '../../../../test/event-stream.ts'
import { askAll, askOnce, GUEST_CALLS, VIDEO_CALLS } from '../../../../test/guest-calls.ts'
import { startObjectStore } from '../../../../test/object-store.ts'
import { startProduct } from '../../../../test/product.ts'
import { bytesOf, DISCUSSION, makeMarkedCopies, type SharedFilm } from '../../../../test/shared-films.ts'
import { makeSharedLibrary } from '../../../../test/shared-library.ts'
import { S3Storage } from '../../../platform/storage/s3/s3-storage.ts'
import { removeExpiredLinks } from './commands.ts'

// Every kind of link, with every setting, in every state: no name, picture, count or byte beyond what it shows.
const PASSWORD = 'autumn leaves'
const MARK = 'Only for Northlane'
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString()
const KIM = { password: PASSWORD, name: 'Kim', email: 'kim@client.example' }
const CONFIRMED = { email_rule: 'confirmed', emails_allowed: ['@client.example'] }
const MARKED = { watermark: 'in', watermark_text: MARK, download: 'original' }

interface Settings {
  readonly password?: string
  readonly email_rule?: string
  readonly max_views?: number
  readonly download?: string
  readonly watermark?: string
  readonly show_versions?: boolean
}
const SETTINGS: Readonly<Record<string, Settings & Readonly<Record<string, unknown>>>> = {
  'no setting': {},
  'no right but to watch': { permission: 'viewer' },
  'a password': { password: PASSWORD },
  'a required e-mail address': { email_rule: 'required' },
  'a confirmed e-mail address': CONFIRMED,
  'a limit of views': { max_views: 30 },
  'every lock': { ...CONFIRMED, password: PASSWORD, max_views: 30, expires_at: TOMORROW },
  'light downloads': { download: 'proxy' },
  'every download': { download: 'original' },
  'earlier versions': { show_versions: true, download: 'original' },
  'a watermark over the picture': { watermark: 'over', watermark_text: MARK },
  'a watermark in the picture': MARKED,
  'a watermark in earlier versions, too': { ...MARKED, show_versions: true },
  'every lock and a watermark in the picture': { ...CONFIRMED, ...MARKED, password: PASSWORD, max_views: 30 },
}
const KINDS = ['version', 'stack', 'set', 'collection', 'selects'] as const
const STORES = ['disk', 's3'] as const
const CELLS = STORES.flatMap((stored) =>
  KINDS.flatMap((kind) => Object.keys(SETTINGS).map((setting) => ({ stored, kind, setting }))),
)
const DRAWN = drawnCases(CELLS, {
  kindsOf: ({ stored, kind, setting }) => [`${kind} on ${stored}`, setting],
  share: 1 / 12,
})
const LOCKS = ['no setting', 'a password', 'a required e-mail address', 'a limit of views'] as const

const isLocked = ({ password, email_rule, max_views }: Settings) => Boolean(password ?? email_rule ?? max_views)
const idOf = ({ id }: { readonly id: string }) => id
const addressesIn = (text: string): string[] => text.match(/\/api\/files\/[^"\\]+/g) ?? []

interface OpenedLink {
  readonly id: string
  /** Somebody who has its address. */
  readonly guest: LinkHolder
  /** The same after they have opened it. */
  readonly inside: LinkHolder
}

describe.each(STORES)('stored on %s', async (stored) => {
  const store = stored === 's3' ? await startObjectStore() : undefined
  const server = await startProduct(store ? { storage: new S3Storage({ s3: store.settings, secret_key: SECRET }) } : {})
  afterAll(async () => {
    await server.close()
    await store?.stop()
  })
  const library = await makeSharedLibrary(server)
  const { admin, maker, keeper, stranger, films } = library
  const secretsOfAll = [...library.secrets, ...(store ? [store.settings.endpoint] : [])]
  /** Every word but those of links. */
  const words = [...secretsOfAll, ...films.flatMap(({ open, team }) => [...open, ...team])]
  const noWordIn = (text: string) => expect(words.filter((word) => text.includes(word))).toEqual([])
  const change = async (id: string, body: object) => {
    const { status, text } = await server.put(`/api/sharing_router/share-links/${id}`, body, admin)
    if (status !== 200) throw new Error(text)
  }
  const setLink = (id: string, values: object) =>
    server.db.updateTable('share_links').set(values).where('id', '=', id).execute()
  const setVideos = (of: readonly SharedFilm[], status: string) =>
    server.db.updateTable('videos').set({ status }).where('id', 'in', of.map(idOf)).execute()
  const setMaker = ({ company_id }: { readonly company_id: string }) =>
    server.db.updateTable('users').set({ company_id }).where('id', '=', maker.id).execute()
  const validate = (who: LinkHolder) => server.get(`/api/sharing_router/validate-share-token/${who.share_token}`, who)
  const unlock = (who: LinkHolder, body: object) =>
    server.post(`/api/sharing_router/unlock/${who.share_token}`, body, who)
  const detail = (who: LinkHolder, { id }: SharedFilm) =>
    server.get(`/api/sharing_router/get_shared_video_details/${id}`, who)

  async function openedLink(kind: LinkKind, settings: Settings): Promise<OpenedLink> {
    const ends = kind === 'box' ? { expires_at: TOMORROW } : {}
    const body = { kind, ids: library.kinds[kind].ids, permission: 'approver', name: 'For Northlane', ...ends }
    const { json, text } = await server.post('/api/sharing_router/links', { ...body, ...settings }, maker)
    if (!json.link) throw new Error(text)
    const guest: LinkHolder = { share_token: json.share_url.split('/').at(-1), guest_key: randomUUID() }
    const link = { id: json.link.id as string, guest }
    if (settings.watermark === 'in') await makeMarkedCopies(server, link.id)
    if (!isLocked(settings)) return { ...link, inside: guest }
    let opened = (await unlock(guest, KIM)).json
    if (opened.code_sent) {
      const mail = (await server.outbox()).findLast((one) => one.includes('X-Footnote-Code'))
      opened = (await unlock(guest, { ...KIM, code: /^X-Footnote-Code: (\d+)$/m.exec(mail ?? '')?.[1] })).json
    }
    if (!opened.pass) throw new Error(JSON.stringify(opened))
    return { ...link, inside: { ...guest, share_pass: opened.pass } }
  }

  let turn = 0
  /** Makes each of these calls about one of the videos in turn, and reads all of them: no answer says anything. */
  async function refuse(
    who: LinkHolder,
    of: readonly SharedFilm[],
    status: number,
    calls = GUEST_CALLS,
  ): Promise<void> {
    turn += 1
    const inTurn = (at: number) => of[(at + turn) % of.length]!
    const asked = calls.map(async (one, at) => {
      const { id: video_id, comment: comment_id } = inTurn(at)
      return { name: one.name, ...(await askOnce(server, one, { video_id, comment_id }, who)) }
    })
    const read = of.map(async (film) => ({ name: film.id, ...(await detail(who, film)) }))
    const answers = await Promise.all([...asked, ...read])
    expect(answers.filter((answer) => answer.status !== status).map(({ name, text }) => [name, text])).toEqual([])
    noWordIn(answers.map(({ text }) => text).join('\n'))
    expect((await openEvents(server.base, inTurn(0).id, who)).status).toBe(status)
  }

  /** What addresses give: a status, and what the file says. */
  const fetched = (addresses: readonly string[]) =>
    Promise.all(
      addresses.map(async (address) => {
        const { status, text } = await server.get(address)
        return [status, text] as const
      }),
    )
  /** Addresses of the files of a video, which a guest keeps. */
  async function addressesOf(who: LinkHolder, film: SharedFilm): Promise<string[]> {
    const answers = [
      await detail(who, film),
      await server.get(`/api/sharing_router/download/${film.id}`, who),
      await server.get('/api/sharing_router/room', who),
      await server.get(`/api/quick-review/storyboard/${film.id}`, who),
    ]
    return answers.flatMap(({ text }) => addressesIn(text)).filter((address) => address.includes(film.id))
  }

  const cells = DRAWN.filter((cell) => cell.stored === stored)
  describe.each(cells)('a link to a $kind with $setting', ({ kind, setting }) => {
    const settings = SETTINGS[setting]!
    const { ids, begins } = library.kinds[kind]
    const shown = library.shownBy(kind, settings.show_versions === true)
    const hidden = films.filter((film) => !shown.includes(film))
    const [first] = begins as [SharedFilm]
    const ofStack = shown.filter(({ stack_id }) => stack_id === first.stack_id)
    const rest = shown.filter((film) => !ofStack.includes(film))
    const secrets = [
      ...[...secretsOfAll, ...shown.flatMap(({ team }) => team)],
      ...hidden.flatMap(({ id, open, team }) => [id, ...open, ...team]),
    ]
    const noSecretIn = (text: string) => expect(secrets.filter((word) => text.includes(word))).toEqual([])
    let lasting: Promise<OpenedLink> | undefined
    beforeAll(() => library.signIn())
    /** The link of the states that end. */
    const theLink = () => (lasting ??= openedLink(kind, settings))

    test('shows what it names, and no name, picture, count or byte of anything else', async () => {
      const { inside } = await theLink()
      const { json: room, text } = await server.get('/api/sharing_router/room', inside)
      const { open, resolved } = DISCUSSION
      const listed = room.videos.map((video: RoomVideo) => [
        video.video_id,
        video.open_comments,
        video.resolved_comments,
      ])
      expect(new Set(listed)).toEqual(new Set(begins.map(({ id }) => [id, open, resolved])))
      const versions = (await server.get(`/api/quick-review/versions/${first.id}`, inside)).json.versions
      expect(versions.map((version: RoomVideo) => [version.video_id, version.open_comments])).toEqual(
        ofStack.map(({ id }) => [id, open]),
      )
      const texts = [text, (await validate(inside)).text]
      for (const film of shown) {
        expect((await detail(inside, film)).json).toMatchObject({ id: film.id, version_count: 1 })
        const list = (await server.get(`/api/quick-review/comments/${film.id}`, inside)).json
        expect([list.total, list.counts]).toEqual([open + resolved, DISCUSSION])
        const table = `/api/quick-review/export-preview/${film.id}?format=csv&team=true`
        expect((await server.get(table, inside)).json.count).toBe(open + resolved)
        for (const one of GUEST_CALLS) {
          const isOfComment = one.call.path.includes(':comment_id')
          for (const comment_id of isOfComment ? [film.team_comment, hidden[0]!.comment] : [film.team_comment])
            for (const answer of await askAll(server, one, { video_id: film.id, comment_id }, inside)) {
              const most = isOfComment ? [403, 404] : [answer.status < 500 && answer.status]
              expect(most, one.name).toContain(answer.status)
              texts.push(answer.text)
            }
        }
        texts.push((await server.get(`/api/quick-review/comments/${film.id}/${film.comment}`, inside)).text)
      }
      await server.db.deleteFrom('comments').where('guest_name', 'is not', null).execute()
      const said = texts.join('\n')
      noSecretIn(said)
      for (const { open } of shown) for (const word of open) expect(said).toContain(word)
      const files = await fetched([...new Set(addressesIn(said))])
      expect(new Set(files.map(([, bytes]) => bytes))).toEqual(
        new Set(shown.flatMap(({ id }) => bytesFor(id, settings))),
      )
      expect(files.every(([status]) => status === 200)).toBe(true)
      await refuse(inside, hidden, 404, VIDEO_CALLS)
    })

    test('says to a guest who watches nothing of the team and of other videos', async () => {
      const { inside } = await theLink()
      const stream = await openEvents(server.base, first.id, inside)
      const [secret, last] = [randomUUID(), randomUUID()]
      const written = [
        await server.aComment(keeper, first.id, { content: secret, visibility: 'team' }),
        await server.aComment(maker, hidden[0]!.id, { content: secret }),
        await server.aComment(maker, first.id, { content: last }),
      ]
      await stream.until(() => JSON.stringify(stream.events).includes(last))
      const heard = JSON.stringify([stream.events, stream.present])
      expect(heard).not.toContain(secret)
      noSecretIn(heard)
      stream.close()
      await server.db.deleteFrom('comments').where('id', 'in', written.map(idOf)).execute()
    })

    test.runIf(isLocked(settings))(
      'is closed without the pass of this browser, whatever it is asked about',
      async () => {
        const { guest, inside } = await theLink()
        for (const who of [guest, { ...inside, guest_key: randomUUID() }]) {
          await refuse(who, who === guest ? films : shown, 401)
          const { json, text } = await validate(who)
          expect(json).toMatchObject({ locked: true, video_id: null, watermark_text: '', name: 'For Northlane' })
          noWordIn(text)
        }
      },
    )

    /** How a link that works ends for a guest who is inside, and goes on. */
    const states: Readonly<Record<string, State>> = {
      paused: { act: (id) => change(id, { paused: true }), undo: (id) => change(id, { paused: false }) },
      expired: {
        act: (id) => setLink(id, { expires_at: new Date(0) }),
        undo: (id) => setLink(id, { expires_at: new Date(TOMORROW) }),
      },
      'of a member who was removed': { act: () => setMaker(stranger), undo: () => setMaker(admin) },
      revoked: { act: (id) => server.delete(`/api/sharing_router/share-links/${id}`, admin) },
      'with another password': { act: (id) => change(id, { password: 'winter leaves' }), status: 401 },
      'empty, because what it showed is gone for good': {
        async act(id) {
          await server.db.deleteFrom('share_link_items').where('link_id', '=', id).execute()
          await removeExpiredLinks(server.db)
        },
      },
    }
    test.each(Object.entries(states))('is closed to a guest who is inside when it is %s', async (_state, state) => {
      const { act, undo, status = 404 } = state
      const { id, inside } = undo ? await theLink() : await openedLink(kind, settings)
      const stream = await openEvents(server.base, first.id, inside)
      onTestFinished(stream.close)
      const kept = (await Promise.all(shown.map((film) => addressesOf(inside, film)))).flat()
      await act(id)
      try {
        await refuse(inside, shown, status)
        expect((await validate(inside)).status).toBe(status === 404 ? 404 : 200)
        for (const [answered, text] of await fetched(kept))
          expect([answered, text]).toEqual([status, expect.stringContaining('code')])
        await expect.poll(() => stream.events.at(-1)?.event).toBe('ended')
      } finally {
        await undo?.(id)
      }
      if (undo) expect([(await detail(inside, first)).status, (await fetched(kept))[0]?.[0]]).toEqual([200, 200])
    })

    test('lets in nobody more than it has views, and keeps those inside', async () => {
      const { guest, inside } = await openedLink(kind, { ...settings, max_views: 1 })
      const next = { ...guest, guest_key: randomUUID() }
      for (const answer of [await validate(next), await unlock(next, KIM)]) {
        expect([answer.status, answer.json.code]).toEqual([404, 'invalid_share_token'])
        noWordIn(answer.text)
      }
      await refuse(next, films, 401)
      expect((await detail(inside, first)).json.id).toBe(first.id)
    })

    /** How a link loses its first video, and gets it back. */
    const losses: Readonly<Record<string, State & { readonly lost?: readonly SharedFilm[] }>> = {
      'taken out of it': takenOut(),
      'being deleted': {
        lost: shown,
        act: () => setVideos(shown, 'DELETING'),
        undo: () => setVideos(shown, 'SUCCESS'),
      },
      'in a collection that was deleted': {
        lost: kind === 'collection' ? shown : ofStack,
        act: () => binned(new Date()),
        undo: () => binned(null),
      },
      ...(kind === 'selects' && {
        'of selects that were deleted': {
          act: () => server.delete(`/api/selects/${library.selects}`, keeper),
          undo: () => server.post(`/api/selects/${library.selects}/restore`, {}, keeper),
        },
      }),
    }
    function takenOut(): State {
      if (kind === 'collection') return { act: () => moved(library.other), undo: () => moved(ids[0]!) }
      if (kind === 'selects') {
        const rendered = (stack_id: string) =>
          server.db.updateTable('selects').set({ stack_id }).where('id', '=', library.selects).execute()
        return { act: () => rendered(library.beside.stack_id), undo: () => rendered(first.stack_id) }
      }
      const others = kind === 'set' ? rest.map(idOf) : [library.beside.id]
      return { act: (id) => change(id, { kind, ids: others }), undo: (id) => change(id, { kind, ids }) }
    }
    const moved = (collection_id: string) =>
      server.db.updateTable('stacks').set({ collection_id }).where('id', '=', first.stack_id).execute()
    const binned = (deleted_at: Date | null) =>
      server.db.updateTable('collections').set({ deleted_at }).where('id', '=', library.collectionOf(kind)).execute()

    test.each(Object.entries(losses))('has nothing left of a video that is %s', async (_loss, loss) => {
      const { act, undo, lost = ofStack } = loss
      const { id, inside } = await theLink()
      const stream = await openEvents(server.base, first.id, inside)
      onTestFinished(stream.close)
      const left = shown.filter((film) => !lost.includes(film))
      const kept = (await Promise.all(lost.map((film) => addressesOf(inside, film)))).flat()
      const others = (await Promise.all(left.map((film) => addressesOf(inside, film)))).flat()
      await act(id)
      try {
        await refuse(inside, lost, 404, VIDEO_CALLS)
        const text = (await server.get('/api/sharing_router/room', inside)).text + (await validate(inside)).text
        expect(lost.flatMap(({ open, id: gone }) => [...open, gone]).filter((word) => text.includes(word))).toEqual([])
        for (const [answered] of await fetched(kept)) expect(answered).toBe(404)
        for (const [answered] of await fetched(others)) expect(answered).toBe(200)
        for (const film of left) expect((await detail(inside, film)).status).toBe(200)
        await expect.poll(() => stream.events.at(-1)?.event).toBe('ended')
      } finally {
        await undo?.(id)
      }
      expect([(await detail(inside, first)).status, (await fetched(kept))[0]?.[0]]).toEqual([200, 200])
    })
  })

  describe.each(LOCKS)('a box with %s', (setting) => {
    const settings = SETTINGS[setting]!
    beforeAll(() => library.signIn())
    test('shows nothing, whatever state it is in', async () => {
      const { id, guest, inside } = await openedLink('box', settings)
      await refuse(inside, films, 404, VIDEO_CALLS)
      const box = await server.get('/api/sharing_router/box', inside)
      expect([box.status, (await server.get('/api/sharing_router/room', inside)).status]).toEqual([200, 404])
      noWordIn(box.text.replace(library.company, '') + (await validate(inside)).text)
      if (isLocked(settings)) await refuse(guest, films, 401)
      await change(id, { paused: true })
      await refuse(inside, films, 404)
      await change(id, { paused: false, password: 'winter leaves' })
      await refuse(inside, films, 401)
      await server.delete(`/api/sharing_router/share-links/${id}`, admin)
      await refuse(inside, films, 404)
    })
  })
})

interface RoomVideo {
  readonly video_id: string
  readonly open_comments: number
  readonly resolved_comments: number
}
interface State {
  readonly act: (id: string) => Promise<unknown>
  readonly undo?: (id: string) => Promise<unknown>
  /** Of every answer then; 404 by default. */
  readonly status?: 401 | 404
}

/** The bytes that a guest gets of a video. */
function bytesFor(video: string, { watermark, download }: Settings): string[] {
  if (watermark === 'in') return (['marked', 'poster', 'subtitles'] as const).map((kind) => bytesOf(kind, video))
  const played = ['rendition', 'light', 'thumbnail', 'sprite', 'sheet', 'subtitles'] as const
  return [...played, ...(download === 'original' ? (['original'] as const) : [])].map((kind) => bytesOf(kind, video))
}
