import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Insertable } from 'kysely'
import { saidRows } from '../../seed/rows/lines.ts'
import type { Person } from '../../seed/rows/senders.ts'
import type { Videos } from '../src/platform/db/schema.ts'
import { markedKeys, sheetKey, videoFolder } from '../src/platform/storage/video-folder.ts'
import type { Product } from './product.ts'

/** The files of a film, each with bytes that no other file has. */
type FileKind =
  | 'original'
  | 'rendition'
  | 'light'
  | 'thumbnail'
  | 'sprite'
  | 'sheet'
  | 'subtitles'
  | 'marked'
  | 'poster'
export const bytesOf = (kind: FileKind, video: string): string => `the ${kind} of ${video}`

/** What every film has that guests may read: roots of comments that are for all, and how many of them are resolved. */
export const DISCUSSION = { open: 2, resolved: 1 } as const

/** A film with words of its own wherever a video has words. */
export interface SharedFilm {
  readonly id: string
  readonly stack_id: string
  /** Words that whoever may watch it may read. */
  readonly open: readonly string[]
  /** Words that no guest may read. */
  readonly team: readonly string[]
  /** Root comments: one for all, one for the team. */
  readonly comment: string
  readonly team_comment: string
}

/** Makes films whose every file, name, line and comment differs from those of all others. */
export function filmMaker(server: Product, { keeper, author }: { readonly keeper: Person; readonly author: Person }) {
  const write = (key: string, text: string) =>
    server.storage.write(key, Readable.from([text]), 'application/octet-stream')

  return async function aFilm(collection: string, values: Partial<Insertable<Videos>> = {}): Promise<SharedFilm> {
    const id = randomUUID()
    const [open, team]: [string[], string[]] = [[], []]
    const word = (words: string[]) => {
      words.push(randomUUID())
      return words.at(-1)!
    }
    const at = (name: string) => videoFolder(id) + name
    const files = {
      storage_key: at('original.mp4'),
      rendition_key: at('rendition.mp4'),
      light_key: at('light.mp4'),
      thumbnail_key: at('thumbnail.jpg'),
      storyboard_key: at('storyboard.webp'),
      subtitle_key: at('subtitles.vtt'),
    }
    const kinds = ['original', 'rendition', 'light', 'thumbnail', 'sprite', 'subtitles'] as const
    await Promise.all(Object.values(files).map((key, place) => write(key, bytesOf(kinds[place]!, id))))
    await write(sheetKey(at('sheet-'), 0), bytesOf('sheet', id))
    const sheet = { interval: 30, count: 2, columns: 2 }
    await server.aVideo(keeper, collection, {
      ...{ id, ...files, duration: 60, light: 'READY', file_name: `${word(open)}.mp4`, pictures_encoded: true },
      ...{ frame_rate_num: 25, frame_rate_den: 1, width: 1920, height: 1080, rendition_bytes: 9, light_bytes: 5 },
      storyboard: JSON.stringify({ ...sheet, tile_width: 160, tile_height: 90 }),
      storyboard_sheets: JSON.stringify({ ...sheet, tiles: 2, key: at('sheet-') }),
      // All have the same content, so each names another one to members.
      ...{ sha256: 'a'.repeat(64), sent_by: word(team), reading_note: word(team) },
      ...values,
    })
    // `aVideo` has written bytes of its own.
    await write(files.storage_key, bytesOf('original', id))
    await server.db.insertInto('video_stages').values({ video_id: id, stage: 'speech', engine: 'heard-1' }).execute()
    const said = saidRows(id, 'heard-1', [{ start: 1, text: word(open), speaker: 1 }])
    await server.db.insertInto('cues').values(said).execute()
    const { stack_id } = await server.db
      .selectFrom('videos')
      .select('stack_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const comment = (who: Person, content: string, fields: object = {}) =>
      server.aComment(who, id, { content, ...fields })
    const [first, second] = [await comment(author, word(open)), await comment(author, word(open))]
    await comment(author, word(open))
    await comment(author, word(open), { parent_comment_id: first.id })
    await server.post(`/api/quick-review/resolve-comment/${id}/${second.id}`, { resolved: true }, author)
    const ours = await comment(keeper, word(team), { visibility: 'team' })
    await comment(keeper, word(team), { parent_comment_id: ours.id })
    const imported = { kind: 'import', author: word(team) }
    await server.db
      .updateTable('comments')
      .set({ source: JSON.stringify(imported) })
      .where('id', 'in', [first.id, ours.id])
      .execute()
    return { id, stack_id, open, team, comment: first.id, team_comment: ours.id }
  }
}

/** Makes the copies with watermarks that a link waits for, as the worker would. */
export async function makeMarkedCopies(server: Product, link_id: string): Promise<void> {
  const due = await server.db
    .selectFrom('marked_copies')
    .select(['id', 'video_id'])
    .where('link_id', '=', link_id)
    .where('state', '=', 'DUE')
    .execute()
  for (const { id, video_id } of due) {
    const keys = markedKeys(video_id, id)
    await server.storage.write(keys.storage_key, Readable.from([bytesOf('marked', video_id)]), 'video/mp4')
    await server.storage.write(keys.poster_key, Readable.from([bytesOf('poster', video_id)]), 'image/jpeg')
    await server.db
      .updateTable('marked_copies')
      .set({ ...keys, state: 'READY', bytes: 9 })
      .where('id', '=', id)
      .execute()
  }
}
