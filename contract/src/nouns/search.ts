import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { Id, requiredLines, Timestamp } from '../calls/fields.ts'
import { Message } from '../calls/problems.ts'
import { SEARCH, TEXT } from '../shared/limits.ts'
import { Storyboard, Video } from './videos.ts'

/**
 * Stands for the id of a collection in a search: all that the viewer may read and that are not expired. Samples are among
 * them only where there is no other video to search.
 */
export const ALL_COLLECTIONS = 'all'

/** What a query asks for, as written on the wire. */
export const SEARCH_TYPES = ['VISUAL', 'CONVERSATION', 'TEXT_IN_VIDEO'] as const
export type SearchType = (typeof SEARCH_TYPES)[number]
export const MatchType = z.enum(['visual', 'speech', 'ocr'])
export type MatchType = z.infer<typeof MatchType>

/** Characters of a text that answer the query: from (included) to (excluded), in UTF-16 units. */
export const Hit = z.object({ from: z.number(), to: z.number() })
export type Hit = z.infer<typeof Hit>

/** Something said, seen or written near a match. Times in seconds. */
export const Moment = z.object({
  type: MatchType,
  start_time: z.number(),
  end_time: z.number(),
  text: z.string(),
  hits: z.array(Hit),
  /** False for what only surrounds the match. */
  matched: z.boolean(),
})
export type Moment = z.infer<typeof Moment>

/** One of two moments that follow each other. Times in seconds. */
export const MatchStep = z.object({
  start_time: z.number(),
  end_time: z.number(),
  types: z.array(MatchType),
  text: z.string(),
  hits: z.array(Hit),
  thumbnail_url: z.nullable(z.string()),
})
export type MatchStep = z.infer<typeof MatchStep>

export const Match = z.object({
  video_id: z.string(),
  video_name: z.string(),
  video_duration: z.number(),
  /** Whose video it is. */
  user_id: z.string(),
  collection_id: z.string(),
  collection_name: z.string(),
  start_time: z.number(),
  end_time: z.number(),
  /** 0 to 1, calibrated: the share of results at this score that are right. */
  score: z.number(),
  types: z.array(MatchType),
  text: z.string(),
  hits: z.array(Hit),
  moments: z.array(Moment),
  thumbnail_url: z.nullable(z.string()),
  /** When the picture of `thumbnail_url` is, where it is one of the moment. */
  thumbnail_time: z.optional(z.number()),
  stream_url: z.nullable(z.string()),
  subtitle_url: z.nullable(z.string()),
  /** Spoken language (BCP 47). */
  language: z.nullable(z.string()),
  storyboard: z.nullable(Storyboard),
  can: z.object({ review: z.boolean() }),
  /** The moments of a query like "A >> B 12s", in order of time; null where one moment was asked for. */
  steps: z.nullable(z.array(MatchStep)),
})
export type Match = z.infer<typeof Match>

/** A video whose file name has every word asked for; `hits` are places in the file name. */
export const NamedVideo = z.object({ ...Video.shape, collection_name: z.string(), hits: z.array(Hit) })
export type NamedVideo = z.infer<typeof NamedVideo>

/** What was searched for in place of words that are spelt nearly so, which nobody says or writes there. Without marks. */
export const Correction = z.object({ query: z.string(), typed: z.string() })
export type Correction = z.infer<typeof Correction>

/** A frame of a video that others were compared with. Time in seconds. */
export const ReferenceFrame = z.object({
  video_id: z.string(),
  video_name: z.string(),
  time: z.number(),
  thumbnail_url: z.nullable(z.string()),
})
export type ReferenceFrame = z.infer<typeof ReferenceFrame>

export const Matches = z.object({
  matches: z.array(Match),
  /** Best first, at most `SEARCH.max_named`; of a search by a picture none. */
  videos: z.array(NamedVideo),
  /** Whether there are more matches than are listed. */
  truncated: z.boolean(),
  /** Null where every word was searched for as typed. */
  corrected: z.nullable(Correction),
  /** Of a search for what looks like a frame. */
  frame: z.optional(ReferenceFrame),
})
export type Matches = z.infer<typeof Matches>

const temperature = z._default(
  z.coerce
    .number({ error: 'Temperature is a number from 0 to 1' })
    .check(z.gte(0, 'Temperature is a number from 0 to 1'), z.lte(1, 'Temperature is a number from 0 to 1')),
  SEARCH.temperature,
)
export const QueryIndex = z.object({
  /** Of a collection, or `ALL_COLLECTIONS`. */
  index_id: Id,
  query: requiredLines('Please enter what to search for', TEXT.query),
  /** SEARCH_TYPES joined with commas; absent: all that the collection has. */
  search_type: z.optional(z.string()),
  /** `true`: search for no other words than those typed. */
  as_typed: z.optional(z.enum(['true', 'false'], { error: 'as_typed is true or false' })),
  temperature,
})
export const ImageSearch = z.object({ index_id: Id, temperature })

const tag = 'Search'
export const search = {
  query: endpoint({
    method: 'GET',
    path: '/api/query_index',
    access: 'user',
    tag,
    summary:
      'Find moments by words in a collection, or with index_id=all in all that one may read; "words in quotes" as written, -word and -"a phrase" leave out, A >> B 12s finds B within 12 s after A',
    query: QueryIndex,
    response: Matches,
  }),
  image: endpoint({
    method: 'POST',
    path: '/api/image_search',
    access: 'user',
    tag,
    summary:
      'Find moments by a picture (multipart: image, image_url, or video_id and time of a frame) in a collection, or with index_id=all in all that one may read',
    query: ImageSearch,
    multipart: { image: 'file', image_url: 'text', video_id: 'text', time: 'text' },
    response: Matches,
  }),
}

const SearchTypes = z
  .array(z.enum(SEARCH_TYPES, { error: 'The search types are VISUAL, CONVERSATION and TEXT_IN_VIDEO' }))
  .check(z.maxLength(SEARCH_TYPES.length, 'Name each search type once'))

/** A search that a person made, and may make again. */
export const PastSearch = z.object({
  id: z.string(),
  /** Of a collection, or `ALL_COLLECTIONS`. */
  index_id: z.string(),
  /** Null where all were searched. */
  collection_name: z.nullable(z.string()),
  query: z.string(),
  /** Empty where all were asked for. */
  types: z.array(z.enum(SEARCH_TYPES)),
  saved: z.boolean(),
  searched_at: Timestamp,
})
export type PastSearch = z.infer<typeof PastSearch>

export const searchHistory = {
  list: endpoint({
    method: 'GET',
    path: '/api/search_history',
    access: 'session',
    tag: 'Search',
    summary: 'One’s own latest and saved searches, newest first',
    response: z.object({ searches: z.array(PastSearch) }),
  }),
  remember: endpoint({
    method: 'POST',
    path: '/api/search_history',
    access: 'session',
    tag: 'Search',
    summary: 'Keep a search that was made among one’s latest',
    body: z.object({
      /** Of a collection, or `ALL_COLLECTIONS`. */
      index_id: Id,
      query: requiredLines('A query is required', TEXT.query),
      types: z._default(SearchTypes, []),
    }),
    response: PastSearch,
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/search_history/:id/save',
    access: 'session',
    tag: 'Search',
    summary: 'Save a search, or let it be one of the latest again',
    params: z.object({ id: Id }),
    body: z.object({ saved: z.boolean({ error: 'Say whether the search is saved' }) }),
    response: PastSearch,
  }),
  forget: endpoint({
    method: 'DELETE',
    path: '/api/search_history/:id',
    access: 'session',
    tag: 'Search',
    summary: 'Forget a search',
    params: z.object({ id: Id }),
    response: Message,
  }),
  clear: endpoint({
    method: 'DELETE',
    path: '/api/search_history',
    access: 'session',
    tag: 'Search',
    summary: 'Forget every search that is not saved',
    response: Message,
  }),
}
