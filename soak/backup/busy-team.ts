import { setTimeout as wait } from 'node:timers/promises'
import type { EditedTranscript, Transcript } from '@footnote/contract/nouns/library/transcripts.ts'
import { ask, createCollection, uploadVideo, videosOf } from '../../e2e/calls.ts'
import { inDatabase } from '../../e2e/database.ts'
import type { RunningProduct } from '../../e2e/product.ts'
import { Commenters, Uploaders } from '../load.ts'
import type { Workplace } from '../workplace.ts'

/** Videos that are uploaded at the same time. */
const AT_ONCE = 2
/** Uploaded videos that are not deleted yet. */
const KEPT = 3
/** Milliseconds between two deletions. */
const DELETES_EACH = 400

/** Adds what people add to videos: a version, comments with a reply, selects, a corrected transcript. */
export async function furnish({ product, key, collection, films, undisturbed, settled }: Workplace): Promise<void> {
  const [first = ''] = undisturbed
  const version = await uploadVideo(product, key, collection, films[0]!, first)
  if ((await settled([version])).get(version) !== 'SUCCESS') throw new Error('The version was not indexed.')
  const call = `quick-review/create-comment/${version}`
  const { id } = await ask<{ id: string }>(product, key, call, { content: 'Hold this shot longer', start_time: 1 })
  await ask(product, key, call, { content: 'Two seconds?', parent_comment_id: id })
  const selects = await ask<{ id: string }>(product, key, 'selects', { name: 'Favourites', note: '' })
  const items = [{ video_id: version, start_time: 1, end_time: 2, note: 'the best' }]
  await ask(product, key, `selects/${selects.id}/items`, { items })
  await correct({ product, key }, version)
}

/** Corrects the first word of a transcript. */
async function correct({ product, key }: Pick<Workplace, 'product' | 'key'>, video_id: string): Promise<void> {
  const { revision, subtitle_word } = await ask<Transcript>(product, key, `transcripts/${video_id}`)
  const [word] = subtitle_word
  if (!word) throw new Error('The film has no words.')
  const edits = [{ start_time: word.start, end_time: word.end, text: 'corrected by hand' }]
  const answer = await fetch(`${product.origin}/api/transcripts/${video_id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key.access}` },
    body: JSON.stringify({ revision, edits }),
  })
  if (!answer.ok) throw new Error(`The correction was answered ${answer.status}: ${await answer.text()}`)
  const { edit_id } = (await answer.json()) as EditedTranscript
  if (edit_id === null) throw new Error('The correction changed nothing.')
  // Until its job has embedded the new words, the video answers by the old ones.
  for (const end = Date.now() + 120_000; !(await isRenewed(product, video_id)); await wait(200))
    if (Date.now() > end) throw new Error('The corrected words were not embedded.')
}

/** Whether subtitles and vectors of a video are those of its transcript. */
async function isRenewed(product: RunningProduct, id: string): Promise<boolean> {
  let renewed = false
  await inDatabase(product, async (db) => {
    const video = await db
      .selectFrom('videos')
      .select(['transcript_revision', 'subtitle_revision'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    renewed = video.subtitle_revision === video.transcript_revision
  })
  return renewed
}

/** What happened while the people worked. */
export interface WorkCounts {
  readonly uploaded: number
  readonly deleted: number
  readonly comments: number
}

/** People who upload, comment and delete in a collection of their own, until they are stopped. */
export class BusyTeam {
  readonly #place: Workplace
  readonly #uploaders: Uploaders
  readonly #commenters: Commenters
  readonly #deletes: Promise<void>
  readonly #deleted = new Set<string>()
  #stopped = false

  private constructor(place: Workplace, collection: string) {
    const { product, key, films, undisturbed } = place
    const underWay = async () =>
      (await videosOf(product, key, collection)).filter(({ status }) => status !== 'SUCCESS').length
    this.#place = place
    this.#uploaders = new Uploaders(product, key, collection, films, underWay, AT_ONCE)
    this.#commenters = new Commenters(product, key, undisturbed[0]!, 2, 100)
    this.#deletes = this.#delete()
  }

  static async start(place: Workplace): Promise<BusyTeam> {
    return new BusyTeam(place, await createCollection(place.product, place.key, 'Dailies'))
  }

  /** @returns whether there are uploads, comments and deletions by now */
  get works(): boolean {
    return this.#deleted.size > 0 && this.#commenters.acknowledged.length > 0
  }

  async stop(): Promise<WorkCounts> {
    this.#stopped = true
    await Promise.all([this.#uploaders.stop(), this.#commenters.stop(), this.#deletes])
    return {
      uploaded: this.#uploaders.videos.size,
      deleted: this.#deleted.size,
      comments: this.#commenters.acknowledged.length,
    }
  }

  /** Deletes the oldest uploaded videos, whether they are indexed or not. */
  async #delete(): Promise<void> {
    for (; !this.#stopped; await wait(DELETES_EACH)) {
      const there = [...this.#uploaders.videos.keys()].filter((id) => !this.#deleted.has(id))
      const [oldest] = there
      if (!oldest || there.length <= KEPT) continue
      await ask(this.#place.product, this.#place.key, 'delete_video', { id: oldest })
      this.#deleted.add(oldest)
    }
  }
}
