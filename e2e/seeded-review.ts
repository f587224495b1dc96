import path from 'node:path'
import type { Version, VersionList } from '@footnote/contract/nouns/library/videos/versions.ts'
import type { SharePermission } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { NO_SOUND } from '@footnote/contract/shared/language/speech-notes.ts'
import { copyVideos, type FilmState } from '../seed/rows/copied-videos.ts'
import { type Account, ask, createComment, createShareLink, sampleReview } from './calls.ts'
import { inDatabase } from './database.ts'
import type { Product } from './product.ts'

/** Addresses of review pages. */
export interface SeededReview {
  /** A video with a transcript and comments. */
  readonly discussed: string
  /** A video that is being transcribed. */
  readonly busy: string
  /** A video that could not be indexed. */
  readonly failed: string
  /** A video without transcript and comments. */
  readonly silent: string
  readonly links: Readonly<Record<SharePermission, string>>
  /** A sample film with two versions: the review of each, and their comparison. */
  readonly versions: Readonly<Record<'earlier' | 'newest' | 'compare', string>>
}

const FILMS: Readonly<Record<'discussed' | 'busy' | 'failed' | 'silent', FilmState>> = {
  discussed: { file_name: 'Harbour, cut 3.mp4', film: 'A walk through the harbour.mp4' },
  busy: {
    file_name: 'Kitchen, cut 1.mp4',
    film: 'Kitchen notes: a lemon tart.mp4',
    status: 'PROCESSING_SPEECH',
    status_percentage: 34,
    searchable_until: 14,
  },
  failed: { file_name: 'Notes.mp4', status: 'FAILED', error: 'This kind of video is not supported.' },
  silent: {
    file_name: 'Quay without sound.mp4',
    speech_note: NO_SOUND,
  },
}

type Author = 'owner' | 'colleague'

export interface SeededComment {
  readonly by: Author
  /** Hours since it was posted. */
  readonly hours: number
  readonly content: string
  readonly start_time?: number
  readonly end_time?: number
}

const COMMENTS: readonly SeededComment[] = [
  { by: 'colleague', hours: 26, content: 'Hold this two beats longer, the light is the shot.', start_time: 2.4 },
  {
    by: 'owner',
    hours: 25,
    content: 'Could we hear the gulls a little earlier? They belong to the first boat.',
    start_time: 6,
    end_time: 9.2,
  },
  { by: 'colleague', hours: 5, content: 'The hull is the only red of the film. Keep it.', start_time: 15.4 },
  { by: 'owner', hours: 2, content: 'Grade the water a touch warmer than the sky.', start_time: 21 },
]
const REPLIES: readonly SeededComment[] = [
  { by: 'colleague', hours: 24, content: 'There is a clean take of the gulls, I will lay it under.' },
  { by: 'owner', hours: 3, content: 'Yes, that one. Keep the voice over it.' },
]

/** Comments of a video, and the replies to the second of them. */
export interface SeededDiscussion {
  readonly comments: readonly SeededComment[]
  readonly replies: readonly SeededComment[]
}

/** Fills a review collection: videos in several states, a discussion, and links of both kinds. */
export async function seedReview(
  product: Product,
  { collections, ...authors }: Record<Author, Account> & { collections: { sample: string; review: string } },
): Promise<SeededReview> {
  const { owner } = authors
  const names = Object.keys(FILMS) as (keyof typeof FILMS)[]
  const ids: string[] = []
  await inDatabase(product, async (db) =>
    ids.push(
      ...(await copyVideos(
        db,
        collections.sample,
        collections.review,
        owner.user_id,
        names.map((name) => FILMS[name]),
      )),
    ),
  )
  const idOf = (film: keyof typeof FILMS) => ids[names.indexOf(film)]!
  const address = (film: keyof typeof FILMS) => `/quick-review/${owner.user_id}/${idOf(film)}`
  await discuss(product, authors, idOf('discussed'))
  const link = (permission: SharePermission, by = owner) => createShareLink(product, by, idOf('discussed'), permission)
  const links = {
    viewer: await link('viewer'),
    commenter: await link('commenter', authors.colleague),
    approver: await link('approver'),
  }
  await link('approver')
  await giveToGuest(product, idOf('discussed'))
  return {
    discussed: address('discussed'),
    busy: address('busy'),
    failed: address('failed'),
    silent: address('silent'),
    links,
    versions: await sampleVersions(product, owner),
  }
}

/** Makes the newest link of a video one for a guest. A request for their verdict would change the pictures of approvals. */
const giveToGuest = (product: Product, videoId: string) =>
  inDatabase(product, async (db) => {
    const { id } = await db
      .selectFrom('share_link_items')
      .select('link_id as id')
      .where('video_id', '=', videoId)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    const guest = { link_id: id, name: 'Carla Client', email: 'carla@client.example' }
    await db.insertInto('guests').values(guest).execute()
  })

async function sampleVersions(product: Product, account: Account): Promise<SeededReview['versions']> {
  const shown = path.posix.basename(await sampleReview(product, account))
  const { versions } = await ask<VersionList>(product, account, `quick-review/versions/${shown}`)
  const [newest, earlier] = versions
  if (!newest || !earlier) throw new Error('The sample film has one version')
  const address = (version: Version) => `/quick-review/${version.user_id}/${version.video_id}`
  const compare = `${address(earlier)}/compare?with=${newest.video_id}`
  return { earlier: address(earlier), newest: address(newest), compare }
}

/** Posts comments, and replies to the second of them. */
export async function discuss(
  product: Product,
  authors: Record<Author, Account>,
  videoId: string,
  { comments, replies }: SeededDiscussion = { comments: COMMENTS, replies: REPLIES },
): Promise<void> {
  const written = new Map<string, number>()
  const write = async ({ by, hours, ...comment }: SeededComment, parent_comment_id?: string) => {
    const id = await createComment(product, authors[by], videoId, { ...comment, parent_comment_id })
    written.set(id, hours)
    return id
  }
  const roots: string[] = []
  for (const comment of comments) roots.push(await write(comment))
  for (const reply of replies) await write(reply, roots[1])
  await inDatabase(product, async (db) => {
    for (const [id, hours] of written)
      await db
        .updateTable('comments')
        .set({ created_at: new Date(Date.now() - hours * 3_600_000) })
        .where('id', '=', id)
        .execute()
  })
}
