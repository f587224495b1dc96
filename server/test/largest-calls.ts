// Past 250 lines: every large request, in one table.
/** Requests that cost the API as much as a person can cause, and a tenth of that. */
import http from 'node:http'
import { LISTED, TEXT, USAGE_HISTORY, VIDEOS } from '@footnote/contract/shared/limits.ts'
import { APPROVALS, COMMENTS, MOMENTS, SELECTS, TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { sql } from 'kysely'
import type { Person } from '../../seed/rows/senders.ts'
import type { Product } from './product.ts'
import { measured } from './work.ts'

interface CallRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: () => object | Promise<object>
}

/** Makes what a request is about. @param share of the largest size */
type Case = (product: Product, who: Person, share: number) => Promise<CallRequest>

/** Milliseconds of the loop's processor time that any request may take, and how much more ten times the size may take. */
export const MOST = { work: 200, growth: 12 } as const

/** Nothing bounds the videos of a collection and their frames, and these are more than people have. */
const MANY = { videos: 10_000, replies: 4_900, frames: 1_000_000 }
/** A letter of three bytes: what limits count as one character. */
const LETTER = '漢'

const FILM = { duration: 36_000, frame_rate_num: 25, frame_rate_den: 1, width: 1920, height: 1080 } as const

async function film(product: Product, who: Person): Promise<string> {
  return await product.aVideo(who, await product.aCollection(who, { kind: 'review' }), FILM)
}

/** Copies a row so many times. @param changes columns that differ, as JSON in SQL; `i` counts */
const copy = ({ db }: Product, table: string, id: string, times: number, changes: string) =>
  sql`insert into ${sql.table(table)} select (jsonb_populate_record(t, ${sql.raw(changes)})).*
    from ${sql.table(table)} t, generate_series(2, ${Math.round(times)}::int) i where t.id = ${id}`.execute(db)

const comments = ({ db }: Product, video_id: string, who: Person, number: number, bytes: number) =>
  sql`insert into comments (video_id, company_id, user_id, content, start_time)
    select ${video_id}, ${who.company_id}, ${who.id}, repeat('word ', ${Math.floor(bytes / 5)}::int), i::float8 / 25
    from generate_series(1, ${Math.round(number)}::int) i`.execute(db)

async function spoken(product: Product, who: Person, words: number): Promise<string> {
  const video_id = await film(product, who)
  await product.db.insertInto('video_stages').values({ video_id, stage: 'speech', engine: 'heard-1' }).execute()
  await sql`insert into cues (video_id, engine, number, start_time, end_time, text, language, words)
    select ${video_id}, 'heard-1', i, i, i + 1, repeat('word ', 10), 'en',
      (select json_agg(json_build_object('word', 'word', 'start', i + j * 0.1234, 'end', i + j * 0.1234 + 0.1,
        'confidence', 0.81)) from generate_series(0, 9) j)
    from generate_series(1, ${Math.round(words / 10)}::int) i`.execute(product.db)
  return video_id
}

const exported =
  (format: string, number: number = COMMENTS.of_video): Case =>
  async (product, who, share) => {
    const video_id = await film(product, who)
    await comments(product, video_id, who, number * share, COMMENTS.bytes / number)
    return { method: 'GET', path: `/api/quick-review/export/${video_id}?format=${format}` }
  }

const selects =
  (rest: string): Case =>
  async (product, who, share) => {
    const video_id = await film(product, who)
    const { id: selects_id } = (await product.post('/api/selects', { name: 'Long' }, who)).json
    const item = { selects_id, video_id, video_name: 'match.mp4', start_frame: 0, end_frame: 25, seconds: 1 }
    const note = LETTER.repeat(SELECTS.note)
    const items = Array.from({ length: SELECTS.items * share }, (_, position) => ({ ...item, note, position }))
    await product.db.insertInto('select_items').values(items).execute()
    return { method: 'GET', path: `/api/selects/${selects_id}${rest}` }
  }

const matches =
  (format: string): Case =>
  async (product, who, share) => {
    const match = { video_id: await film(product, who), start_time: 2, end_time: 3, score: 0.9, types: ['speech'] }
    const items = Array(MOMENTS.most * share).fill({
      ...match,
      content: 'word '.repeat(MOMENTS.list / MOMENTS.most / 5),
    })
    return { method: 'POST', path: '/api/match_list', body: () => ({ format, items }) }
  }

const imported =
  (dry_run: boolean): Case =>
  async (product, who, share) => {
    const time = (at: number) => `${Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}`
    const lines = Array.from({ length: 5_000 * share }, (_, at) => `${time(at)},${'word '.repeat(36)}${at}`)
    const content = `Time,Comment\n${lines.join('\n')}`
    const path = `/api/quick-review/import-comments/${await film(product, who)}`
    return { method: 'POST', path, body: () => ({ format: 'csv', content, dry_run }) }
  }

export const LARGEST: Readonly<Record<string, Case>> = {
  'reading a transcript': async (product, who, share) => ({
    method: 'GET',
    path: `/api/transcripts/${await spoken(product, who, TRANSCRIPT.words * share)}`,
  }),
  'reading a spoken video': async (product, who, share) => ({
    method: 'GET',
    path: `/api/get_video_details/${await spoken(product, who, TRANSCRIPT.words * share)}`,
  }),
  'correcting a word': async (product, who, share) => {
    const video_id = await spoken(product, who, TRANSCRIPT.words * share)
    let place = 2
    const body = async () => {
      const video = product.db.selectFrom('videos').select('transcript_revision').where('id', '=', video_id)
      const { transcript_revision: revision } = await video.executeTakeFirstOrThrow()
      place++
      return { revision, edits: [{ start_time: place, end_time: place + 0.11, text: `again ${place}` }] }
    }
    return { method: 'PUT', path: `/api/transcripts/${video_id}`, body }
  },
  'importing subtitles': async (product, who, share) => {
    const video_id = await film(product, who)
    const time = (seconds: number) => new Date(1000 * seconds).toISOString().slice(11, 23)
    const text = Array.from(
      { length: (TRANSCRIPT.words / 10) * share },
      (_, at) => `${time(at)} --> ${time(at + 1)}\n${'word '.repeat(10)}\n`,
    ).join('\n')
    const body = async () => {
      const video = product.db.selectFrom('videos').select('transcript_revision').where('id', '=', video_id)
      return { revision: (await video.executeTakeFirstOrThrow()).transcript_revision, text: `WEBVTT\n\n${text}` }
    }
    return { method: 'POST', path: `/api/transcripts/${video_id}/subtitles`, body }
  },
  'comments for Resolve': exported('resolve', 999),
  'comments for Avid': exported('avid', 999),
  'comments for Final Cut': exported('fcpxml'),
  'comments for Premiere': exported('premiere'),
  'comments as OpenTimelineIO': exported('otio'),
  'comments as a table': exported('csv'),
  'comments as Markdown': exported('md'),
  'comments as text': exported('txt'),
  'a page of comments': async (product, who, share) => {
    const video_id = await film(product, who)
    await comments(product, video_id, who, 200 * share, TEXT.comment)
    return { method: 'GET', path: `/api/quick-review/comments/${video_id}?page_size=100` }
  },
  'replies to a comment': async (product, who, share) => {
    const video_id = await film(product, who)
    const { id } = await product.aComment(who, video_id)
    await comments(product, video_id, who, MANY.replies * share, 400)
    await product.db
      .updateTable('comments')
      .set({ parent_comment_id: id, depth: 1, number: null })
      .where('video_id', '=', video_id)
      .where('id', '!=', id)
      .execute()
    return { method: 'GET', path: `/api/quick-review/comments/${video_id}/${id}` }
  },
  'a dry run of an import': imported(true),
  'an import of comments': imported(false),
  'matches as a table': matches('csv'),
  'matches as Markdown': matches('md'),
  'reading selects': selects(''),
  'selects for Final Cut': selects('/export?format=fcpxml'),
  'selects as OpenTimelineIO': selects('/export?format=otio'),
  'selects as a table': selects('/export?format=csv'),
  'a list of selects': async (product, who, share) => {
    const long = { name: LETTER.repeat(TEXT.name), note: LETTER.repeat(SELECTS.note) }
    const { id } = (await product.post('/api/selects', long, who)).json
    await copy(product, 'selects', id, SELECTS.of_company * share, `jsonb_build_object('id', gen_random_uuid())`)
    return { method: 'GET', path: '/api/selects' }
  },
  'a collection': async (product, who, share) => {
    const collection = await product.aCollection(who)
    const id = await product.aVideo(who, collection, { ...FILM, thumbnail_key: 'a/b.jpg', storyboard_key: 'a/s.jpg' })
    const changes = `jsonb_build_object('id', gen_random_uuid(), 'stack_id', gen_random_uuid(), 'storage_key', i)`
    await copy(product, 'videos', id, MANY.videos * share, changes)
    return { method: 'GET', path: `/api/indexes/${collection}` }
  },
  'a list of collections': async (product, who, share) => {
    const id = await product.aCollection(who, { name: LETTER.repeat(TEXT.name) })
    await copy(product, 'collections', id, LISTED.collections * share, `jsonb_build_object('id', gen_random_uuid())`)
    return { method: 'GET', path: '/api/indexes' }
  },
  'links of a video': async (product, who, share) => {
    const video_id = await film(product, who)
    await product.aLink(who, video_id)
    const links = product.db.selectFrom('share_link_items').select('link_id as id').where('video_id', '=', video_id)
    const { id } = await links.executeTakeFirstOrThrow()
    const changes = `jsonb_build_object('id', gen_random_uuid(), 'token_hash', gen_random_uuid(), 'video_id', '${video_id}')`
    await copy(product, 'share_links', id, LISTED.links * share, changes)
    return { method: 'GET', path: `/api/sharing_router/share-links/${video_id}` }
  },
  'the use of a plan': async (product, who, share) => {
    const video_id = await film(product, who)
    await sql`insert into usage_charges (video_id, company_id, user_id, file_name, seconds, bytes)
      select case when i = 1 then ${video_id}::uuid else gen_random_uuid() end, ${who.company_id}, ${who.id},
        ${LETTER.repeat(TEXT.file_name)}, 12, 5
      from generate_series(1, ${Math.round(USAGE_HISTORY.max * share)}::int) i`.execute(product.db)
    return { method: 'GET', path: '/api/company/usage_history' }
  },
  'the history of a transcript': async (product, who, share) => {
    const video_id = await spoken(product, who, 1_000)
    const long = JSON.stringify(Array(20).fill({ word: LETTER.repeat(100), start: 1, end: 2, confidence: 1 }))
    for (let number = 1; number <= TRANSCRIPT.history * share; number += 1)
      await sql`with change as (
          insert into transcript_changes (video_id, user_id, kind) values (${video_id}, ${who.id}, 'words') returning id)
        insert into transcript_edits (change_id, position, start_time, end_time, before, words)
        select change.id, place, place, place + 1, ${long}, ${long}
        from change, generate_series(1, ${TRANSCRIPT.places}::int) place`.execute(product.db)
    return { method: 'GET', path: `/api/transcripts/${video_id}/edits` }
  },
  'the log of a review': async (product, who, share) => {
    const video_id = await film(product, who)
    const after = JSON.stringify({
      review_status: 'approved',
      verdict: 'approved',
      note: LETTER.repeat(APPROVALS.note),
    })
    await sql`insert into review_log (video_id, user_id, action, after)
      select ${video_id}, ${who.id}, 'verdict', ${after} from generate_series(1, ${2_000 * share}::int)`.execute(
      product.db,
    )
    return { method: 'GET', path: `/api/quick-review/review-log/${video_id}` }
  },
  'a page of a collection': async (product, who, share) => {
    const asked = await (LARGEST['a collection'] as Case)(product, who, share)
    return { ...asked, path: `${asked.path}?page_size=${VIDEOS.page_size}` }
  },
  'a page of a transcript': async (product, who, share) => {
    const asked = await (LARGEST['reading a transcript'] as Case)(product, who, share)
    return { ...asked, path: `${asked.path}?page_size=${TRANSCRIPT.page_size}` }
  },
  'a page of a spoken video': async (product, who, share) => {
    const asked = await (LARGEST['reading a spoken video'] as Case)(product, who, share)
    return { ...asked, path: `${asked.path}?page_size=${TRANSCRIPT.page_size}` }
  },
  'a video whose frame rate varies': async (product, who, share) => {
    const id = await film(product, who)
    const times = Float64Array.from({ length: MANY.frames * share }, (_, at) => at / 25 + (at % 7) / 1_000)
    const frame_times = Buffer.from(times.buffer)
    await product.db.updateTable('videos').set({ frame_times }).where('id', '=', id).execute()
    return { method: 'GET', path: `/api/get_video_details/${id}` }
  },
}

/** What came of a request: the bytes of its answer are those of its header. */
interface CallOutcome {
  readonly status: number
  readonly bytes: number
}

/** Sends a request over HTTP and leaves its answer unread, since reading it would count as work of the API. */
async function send(base: string, { access }: Person, { method, path, body }: CallRequest): Promise<CallOutcome> {
  const text = body && JSON.stringify(await body())
  const headers = { authorization: `Bearer ${access}`, ...(text && { 'content-type': 'application/json' }) }
  return await new Promise((resolve, reject) => {
    const request = http.request(base + path, { method, headers }, (answer) => {
      const bytes = Number(answer.headers['content-length'])
      answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0, bytes }))
      answer.on('error', reject)
    })
    request.on('error', reject)
    request.end(text)
  })
}

/**
 * Milliseconds of this thread's processor time that a request takes: the least of five, since the first one compiles the
 * code, and any of them may collect garbage of others.
 */
export async function workOf(product: Product, name: string, share: number): Promise<number> {
  const who = await product.person(undefined, 'TEAM')
  const asked = await (LARGEST[name] as Case)(product, who, share)
  let least = Number.POSITIVE_INFINITY
  for (let time = 0; time < 5; time++) {
    const { result, work } = await measured(() => send(product.base, who, asked))
    if (result.status !== 200) throw new Error(`${name} answered ${result.status}`)
    least = Math.min(least, work)
  }
  return least
}

/** Bytes of the answer to a request of the largest size. */
export async function bytesOf(product: Product, name: string): Promise<number> {
  const who = await product.person(undefined, 'TEAM')
  const { status, bytes } = await send(product.base, who, await (LARGEST[name] as Case)(product, who, 1))
  if (status !== 200) throw new Error(`${name} answered ${status}`)
  return bytes
}
