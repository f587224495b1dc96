// Past 250 lines: makes everything that a call can name.

import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Sound, SoundTrack } from '@footnote/contract/nouns/library/videos/sound.ts'
import type { Download, SharePermission } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { saidRows } from '../../seed/rows/lines.ts'
import { PASSWORD } from '../../seed/rows/people.ts'
import { type Person, SECRET } from '../../seed/rows/senders.ts'
import { saveInvitation } from '../../server/src/features/identity/companies/commands.ts'
import { rememberSearch } from '../../server/src/features/output/search/history/commands.ts'
import { createSelects } from '../../server/src/features/output/selects/commands.ts'
import { UnsubscribeTokens } from '../../server/src/features/personal/inbox/unsubscribe.ts'
import type { Product } from '../../server/test/product.ts'

/** Length in seconds and frame rate of each video. */
const PLAYED = { duration: 10, frame_rate_num: 25, frame_rate_den: 1 } as const

/** Two tracks, of which a person may choose. */
const track = (stream: number): SoundTrack => ({
  ...{ stream, codec: 'aac', channels: 2, layout: 'stereo', title: null, language: null, silent: false },
  ...{ playing: null, speech: null, speech_gain: 0 },
})
const SOUND: Sound = { tracks: [track(1), track(2)], heard: [1] }
/** An engine that its examination refused. */
export const REFUSED_ENGINE = 'refused-1'

/** A thing that a call can name by an id, or by an address for people. */
export type Thing =
  | 'collection'
  | 'review collection'
  | 'video'
  | 'newer version'
  | 'failed video'
  | 'video with a failed stage'
  | 'comment'
  | 'deleted comment'
  | 'transcript edit'
  | 'upload'
  | 'share link'
  | 'API key'
  | 'notification'
  | 'past search'
  | 'selects'
  | 'deleted selects'
  | 'member'
  | 'invited'

/** The sender of a request, with the headers that they send. */
export interface Sender {
  readonly headers: Readonly<Record<string, string>>
}
export const bearer = (token: string): Sender => ({ headers: { authorization: `Bearer ${token}` } })

/**
 * People and things for a few calls. Each is made when it is first needed, by a call of the API if there is one, and
 * stays until a call changes something.
 */
export class World {
  readonly api: Product
  readonly #made = new Map<string, Promise<unknown>>()
  /** Ids and texts by which a company's things can be recognised, by company. */
  readonly #marks = new Map<string, Set<string>>()
  /** The founder of each company, and whether others have seats there, too. */
  readonly #founders = new Map<string, { readonly founder: Person; readonly seats: boolean }>()

  constructor(api: Product) {
    this.api = api
  }

  /** Texts by which a company's things can be recognised in an answer. */
  marksOf(company_id: string): ReadonlySet<string> {
    return this.#marks.get(company_id) ?? new Set()
  }

  /** Makes something once. */
  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const made = this.#made.get(name) ?? make()
    this.#made.set(name, made)
    return made as Promise<T>
  }

  /** Number of things made so far. */
  get made(): number {
    return this.#made.size
  }

  async #newPerson(...[of, plan]: Parameters<Product['person']>): Promise<Person> {
    const person = await this.api.person(of, plan)
    if (!of) this.#founders.set(person.company_id, { founder: person, seats: plan === 'TEAM' })
    this.#mark(person, person.id, person.email, person.company_id)
    return person
  }

  #mark({ company_id }: Pick<Person, 'company_id'>, ...texts: string[]): void {
    const marks = this.#marks.get(company_id) ?? new Set()
    for (const text of texts) marks.add(text)
    this.#marks.set(company_id, marks)
  }

  readonly admin = () => this.once('admin', () => this.#newPerson(undefined, 'TEAM'))
  readonly member = () => this.once('member', async () => this.#newPerson(await this.admin()))
  /** Works in the same company as a person, and owns things of their own there. */
  readonly colleague = (of: Person) => this.once(`colleague of ${of.id}`, () => this.#newPerson(of))
  readonly foreign = () => this.once('foreign', () => this.#newPerson(undefined, 'TEAM'))
  readonly otherAdmin = () => this.once('other admin', () => this.#newPerson(undefined, 'PRO'))
  readonly stranger = () => this.once('stranger', () => this.#newPerson())
  /** The free plan has one seat, which the admin has. */
  readonly seatless = () =>
    this.once('seatless', async () => this.#newPerson(await this.once('seated', () => this.#newPerson())))

  /**
   * A thing of a person.
   * @param sender makes a comment in the person's stead, as guests do
   * @returns its id or address
   */
  thing(kind: Thing, person: Person, sender: Sender = bearer(person.access)): Promise<string> {
    const author = kind.endsWith('comment') ? ` by ${Object.values(sender.headers)}` : ''
    return this.once(`${kind} of ${person.id}${author}`, async () => {
      const name = await this.#make(kind, person, sender)
      this.#mark(person, name)
      return name
    })
  }

  async #make(kind: Thing, person: Person, sender: Sender): Promise<string> {
    const { db } = this.api
    const video = () => this.thing('video', person)
    switch (kind) {
      case 'collection':
        return await this.#insertCollection(person, 'search')
      case 'review collection':
        return await this.#insertCollection(person, 'review')
      case 'video':
        return await this.#insertVideo(person, 'SUCCESS')
      case 'newer version': {
        const stacked = db
          .selectFrom('videos')
          .select('stack_id')
          .where('id', '=', await video())
        const newer = await this.#insertVideo(person, 'SUCCESS')
        await db.updateTable('videos').set({ stack_id: stacked, version: 2 }).where('id', '=', newer).execute()
        return newer
      }
      case 'failed video':
        return await this.#insertVideo(person, 'ERROR')
      case 'video with a failed stage': {
        const video_id = await this.#insertVideo(person, 'SUCCESS')
        const failure = { errors: 3, error: 'The engine broke off.', given_up: true }
        await db
          .insertInto('due_stages')
          .values({ video_id, stage: 'visual', engine: 'test-1', ...failure })
          .execute()
        return video_id
      }
      case 'comment': {
        const content = `words-${randomUUID()}`
        this.#mark(person, content)
        const place = { start_time: 1, guest_name: 'Grace' }
        const call = `/api/quick-review/create-comment/${await video()}`
        // Somebody who may not write gets a comment by somebody who may.
        const made = await this.send(call, { content, ...place }, sender).catch(() =>
          this.send(call, { content, ...place }, bearer(this.#seated(person).access)),
        )
        return made.id
      }
      case 'deleted comment': {
        const [video_id, id] = [await video(), await this.thing('comment', person, sender)]
        // Somebody who may not write has no comment of their own to delete.
        await fetch(`${this.api.base}/api/quick-review/comments/${video_id}/${id}`, { ...sender, method: 'DELETE' })
        return id
      }
      case 'transcript edit': {
        // By a row, since the call would give the transcript another revision than the one that other calls send.
        const change = { video_id: await video(), kind: 'words', user_id: person.id } as const
        return (await db.insertInto('transcript_changes').values(change).returning('id').executeTakeFirstOrThrow()).id
      }
      case 'upload':
        return await this.#uploadedFile(person)
      case 'share link':
        return (await this.link(person, 'viewer')).id
      case 'API key':
        return (await this.key(person, ['read'])).id
      case 'notification': {
        const payload = JSON.stringify({ video_id: null, video_name: 'a.mp4', storage_key: null, file_name: null })
        const row = { user_id: person.id, type: 'DOWNLOAD_CLIP', payload }
        return (await db.insertInto('notifications').values(row).returning('id').executeTakeFirstOrThrow()).id
      }
      case 'past search': {
        const [collection_id, query] = [await this.thing('collection', person), `query-${randomUUID()}`]
        this.#mark(person, query)
        return (await rememberSearch(db, person.id, { collection_id, query, types: [] })).id
      }
      case 'selects':
        return await this.#insertSelects(person)
      case 'deleted selects': {
        const id = await this.#insertSelects(person)
        await db.updateTable('selects').set({ deleted_at: new Date() }).where('id', '=', id).execute()
        return id
      }
      case 'member':
        return (await this.#newPerson(person)).email
      case 'invited':
        return (await this.invitation(person)).email
    }
  }

  async #insertCollection(person: Person, kind: 'search' | 'review'): Promise<string> {
    const name = `collection-${randomUUID()}`
    this.#mark(person, name)
    return await this.api.aCollection(person, { name, kind, ocr: true })
  }

  /** Selects with one piece. */
  async #insertSelects(person: Person): Promise<string> {
    const { db } = this.api
    const [video_id, name] = [await this.thing('video', person), `selects-${randomUUID()}`]
    this.#mark(person, name)
    const selects_id = await createSelects(db, { ...person, user_id: person.id }, { name, note: '' })
    const piece = { selects_id, position: 0, video_id, video_name: 'a.mp4', start_frame: 0, end_frame: 5, seconds: 0.2 }
    await db.insertInto('select_items').values(piece).execute()
    return selects_id
  }

  async #insertVideo(person: Person, status: 'SUCCESS' | 'ERROR'): Promise<string> {
    const file_name = `video-${randomUUID()}.mp4`
    this.#mark(person, file_name)
    const { aVideo, db } = this.api
    const facts = { file_name, status, sound: JSON.stringify(SOUND), ...PLAYED }
    const video_id = await aVideo(person, await this.thing('collection', person), facts)
    await db.insertInto('video_stages').values({ video_id, stage: 'speech', engine: 'heard-1' }).execute()
    const said = { start: 1, text: 'Good morning everybody', speaker: 1 }
    await db
      .insertInto('cues')
      .values(saidRows(video_id, 'heard-1', [said]))
      .execute()
    return video_id
  }

  /** A file that was posted to its form, but not made a video. */
  async #uploadedFile(person: Person): Promise<string> {
    const sender = this.#seated(person)
    const index_id = await this.thing('collection', sender)
    const asked = { index_id, file_type: 'video/mp4', file_extension: 'mp4', file_size: 5 }
    const { url, file_id } = await this.send('/api/upload', asked, bearer(sender.access))
    const form = new FormData()
    for (const [name, value] of Object.entries<string>(url.fields)) form.append(name, value)
    form.append('file', new Blob(['bytes'], { type: 'video/mp4' }), 'video.mp4')
    const answer = await fetch(new URL(url.url, this.api.base), { method: 'POST', body: form })
    if (!answer.ok) throw new Error(`The form was answered ${answer.status}: ${await answer.text()}`)
    return file_id
  }

  /** The person, or somebody with a seat in their stead. */
  #seated(person: Person): Person {
    const { founder, seats } = this.#founders.get(person.company_id)!
    return seats ? person : founder
  }

  /** A share link to a person's video. */
  async link(
    person: Person,
    permission: SharePermission,
    settings: { readonly password?: string; readonly download?: Download } = {},
  ): Promise<{ id: string; token: string }> {
    return await this.once(`${permission} link of ${person.id} ${JSON.stringify(settings)}`, async () => {
      const of = { kind: 'version', ids: [await this.thing('video', person)], name: 'For a client' }
      const given = { ...of, permission, ...settings }
      const { link, share_url } = await this.send(
        '/api/sharing_router/links',
        given,
        bearer(this.#seated(person).access),
      )
      return { id: link.id, token: new URL(share_url).pathname.split('/').at(-1)! }
    })
  }

  async key(person: Person, scopes: readonly ('read' | 'write')[]): Promise<{ id: string; key: string }> {
    return await this.once(`${scopes} key of ${person.id}`, () =>
      this.send('/api/api_keys', { name: 'Script', scopes }, bearer(person.access)),
    )
  }

  /** An open invitation by a person's company. */
  async invitation(person: Person): Promise<{ email: string; token: string }> {
    return await this.once(`invitation of ${person.id}`, async () => {
      const [email, company_id] = [`${randomUUID()}@example.org`, person.company_id]
      this.#mark(person, email)
      const token = await this.api.db
        .transaction()
        .execute((to) => saveInvitation(to, { email, company_id, invited_by: person.id }))
      return { email, token }
    })
  }

  unsubscribeToken(person: Person): string {
    return new UnsubscribeTokens(SECRET).create({ user_id: person.id, kind: 'COMMENT' })
  }

  /** Sends the waiting mails. @returns the newest code that was mailed to an address */
  async code(email: string): Promise<string> {
    const mail = (await this.api.outbox()).findLast((message) => message.includes(`To: ${email}`))
    const code = /^X-Footnote-Code: (\d+)$/m.exec(mail ?? '')?.[1]
    if (!code) throw new Error(`No code was mailed to ${email}`)
    return code
  }

  /** A sign-up whose address is not confirmed. */
  readonly unverified = (of: string): Promise<{ email: string; signup: string }> =>
    this.once(`unverified ${of}`, async () => {
      const email = `${randomUUID()}@example.org`
      const names = { first_name: 'Ada', last_name: 'Lovelace', company_name: 'Company' }
      const { signup } = await this.send('/api/signup', { ...names, email, password: PASSWORD })
      return { email, signup }
    })

  /** Calls the API. @throws Error when it refuses */
  // biome-ignore lint/suspicious/noExplicitAny: this only prepares data; the test checks other answers
  async send(call: string, body: object, { headers }: Sender = { headers: {} }): Promise<any> {
    const answer = await fetch(this.api.base + call, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${call} was answered ${answer.status}: ${text}`)
    return JSON.parse(text)
  }

  /** Has an examination refuse an engine, which admins may overrule. */
  static async refuseEngine({ db }: Product): Promise<void> {
    const found = { fingerprint: 'a', kind: 'visual', name: 'Seeing', answers: '[]', state: 'refused' } as const
    const before = { before_name: 'Old', before_wrong: 2, before_of: 12 }
    await db
      .insertInto('engine_examinations')
      .values({ engine: REFUSED_ENGINE, ...found, ...before })
      .execute()
  }

  /** Removes the mails and files of earlier worlds. */
  static async clearFolders(api: Product): Promise<void> {
    // Mails are sent after the answer, so this waits for those that are still being written.
    await api.outbox()
    const { config } = api
    for (const folder of ['files', 'outbox'])
      await rm(path.join(config.data_dir, folder), { recursive: true, force: true })
  }
}
