import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ask, type Bearer } from '../../e2e/calls.ts'
import { addCollection } from '../../seed/rows/collections.ts'
import { peopleOf } from '../../seed/rows/people.ts'
import { createKey } from '../../server/src/features/identity/api-keys/commands.ts'
import { Listener } from '../listener.ts'
import { Commenters } from '../load.ts'
import { Sender } from '../uploads/sender.ts'
import type { Machines } from './installation.ts'
import { until } from './machine.ts'

/** Bytes of one request of an upload. Small, so that kills meet uploads under way. */
const CHUNK = 16 * 1024
/** Milliseconds between two of them. */
const SLOWLY = 300
const ENDED: readonly string[] = ['SUCCESS', 'FAILED', 'ERROR', 'OVER_LIMIT']

/** Somebody who uploads one film after the other, comments on the first one, and has its page open. */
export class Person {
  readonly videos: { readonly id: string; readonly film: number }[] = []
  readonly comments: Commenters
  readonly listener: Listener
  repeated = 0
  /** Whether a file is being sent. */
  sending = false
  readonly #place: Machines
  readonly #key: Bearer
  readonly #collection: string
  readonly #uploading: Promise<void>
  #stopped = false

  private constructor(place: Machines, key: Bearer, collection: string, first: { id: string; film: number }) {
    this.#place = place
    this.#key = key
    this.#collection = collection
    this.videos.push(first)
    this.listener = new Listener(place.product, key, first.id)
    this.comments = new Commenters(place.product, key, first.id, 1, 500)
    this.#uploading = this.#uploadAll()
  }

  static async arrive(place: Machines, number: number): Promise<Person> {
    const { db } = place
    const who = await peopleOf(db).account(null, 'TEAM')
    const { key } = await createKey(db, { user_id: who.id, name: 'machines', scopes: ['read', 'write'] })
    const collection = await addCollection(db, who, { name: 'Rushes', ocr: true })
    const film = number % place.films.length
    const id = await upload(place, key, collection, film, () => undefined)
    await indexed(place, [id])
    return new Person(place, { access: key }, collection, { id, film })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all([this.#uploading, this.comments.stop()])
  }

  /** @returns what went wrong, a sentence each */
  async judge(): Promise<string[]> {
    const failures: string[] = []
    const statuses = await indexed(
      this.#place,
      this.videos.map(({ id }) => id),
    )
    for (const { id, film } of this.videos) {
      if (statuses.get(id) !== 'SUCCESS') failures.push(`Video ${id} ended as ${statuses.get(id)}.`)
      if (!(await this.#hasBytes(id, film))) failures.push(`Video ${id} has other bytes than its film.`)
    }
    const first = this.videos[0]!.id
    const rows = await this.#place.db
      .selectFrom('comments')
      .select(['id', 'content'])
      .where('video_id', '=', first)
      .execute()
    const lost = this.comments.acknowledged.filter(({ id }) => !rows.some((row) => row.id === id)).length
    if (lost > 0) failures.push(`${lost} acknowledged comments are lost.`)
    const unheard = () => rows.filter(({ content }) => !this.listener.created.has(content)).length
    await until(async () => unheard() === 0, 'Every comment is heard').catch(() =>
      failures.push(`A page has not heard ${unheard()} comments.`),
    )
    if ([...this.listener.created.values()].some((times) => times > 1))
      failures.push('A page has heard a comment twice.')
    if (this.listener.missed > 0)
      failures.push(`A page heard ${this.listener.missed} times that it had missed something.`)
    await this.listener.stop()
    return failures
  }

  async #uploadAll(): Promise<void> {
    for (let film = 0; !this.#stopped; film = (film + 1) % this.#place.films.length) {
      this.sending = true
      const id = await upload(this.#place, this.#key.access, this.#collection, film, () => (this.repeated += 1))
      this.sending = false
      this.videos.push({ id, film })
      // One is sent while the one before is indexed.
      await indexed(
        this.#place,
        this.videos.slice(0, -1).map((video) => video.id),
      )
    }
  }

  async #hasBytes(id: string, film: number): Promise<boolean> {
    const video = await ask<{ file_url: string }>(this.#place.product, this.#key, `get_video_details/${id}`)
    const answer = await fetch(new URL(video.file_url, this.#place.product.origin))
    const stored = Buffer.from(await answer.arrayBuffer())
    return hashOf(stored) === hashOf(await readFile(this.#place.films[film]!))
  }
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Sends a film in pieces, and goes on after each cut where the product says. @returns the video's id */
async function upload(
  { port, films }: Machines,
  key: string,
  collection: string,
  film: number,
  onRepeat: () => void,
): Promise<string> {
  const file = await readFile(films[film]!)
  const sender = new Sender(key, () => port)
  let at = await sender.create(collection, path.basename(films[film]!), file.length)
  for (; at === null; at = await sender.create(collection, path.basename(films[film]!), file.length)) await wait(500)
  for (let offset = 0; ; ) {
    const body = file.subarray(offset, offset + CHUNK)
    const answer = body.length > 0 ? await sender.patch(at, offset, body, body.length) : null
    let now = await sender.where(at)
    for (; now === null; now = await sender.where(at)) await wait(500)
    if (answer?.status !== 204 && body.length > 0) onRepeat()
    if (now.video !== undefined) return now.video
    offset = now.offset
    await wait(SLOWLY)
  }
}

/** Waits until videos are finished. @returns the status of each */
async function indexed({ db }: Machines, ids: readonly string[]): Promise<Map<string, string>> {
  let statuses = new Map<string, string>()
  await until(async () => {
    // The database is away for moments.
    const rows = await db
      .selectFrom('videos')
      .select(['id', 'status'])
      .where('id', 'in', ids)
      .execute()
      .catch(() => [])
    statuses = new Map(rows.map(({ id, status }) => [id, status]))
    return ids.every((id) => ENDED.includes(statuses.get(id) ?? ''))
  }, `${ids.length} videos are indexed`)
  return statuses
}
