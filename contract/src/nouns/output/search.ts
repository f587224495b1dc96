import * as z from 'zod/mini'
import { endpointsOf } from '../../calls/endpoint.ts'
import { Id, requiredLines, Timestamp } from '../../calls/fields.ts'
import { Message } from '../../calls/problems.ts'
import { SEARCH, TEXT } from '../../shared/limits.ts'
import { Storyboard, Video } from '../library/videos.ts'
import { isLargeEnough, readRegion } from './search/region.ts'
import { SEARCH_TYPES } from './search/search-types.ts'

/**
 * In place of a collection's id: searches all collections that the viewer may read and that are not expired. Includes
 * the samples only when there is no other video to search.
 */
export const ALL_COLLECTIONS = 'all'

export const MatchType = z.enum(['visual', 'speech', 'ocr'])
export type MatchType = z.infer<typeof MatchType>

/** The part of a text that answers the query: from (included) to (excluded), in UTF-16 units. */
export const Hit = z.object({
  from: z.number(),
  to: z.number(),
  /** True if the part is only spelt like a word of the query, which the searched videos do not have. */
  similar: z.optional(z.boolean()),
})
export type Hit = z.infer<typeof Hit>

/** Speech, a picture or text on the screen near a match. Times in seconds. */
export const Moment = z.object({
  type: MatchType,
  start_time: z.number(),
  end_time: z.number(),
  text: z.string(),
  hits: z.array(Hit),
  /** False for a moment that only surrounds the match. */
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
  /** Owner of the video. */
  user_id: z.string(),
  collection_id: z.string(),
  collection_name: z.string(),
  /** Seconds. */
  start_time: z.number(),
  /** Seconds; exclusive: the moment at which the match is over. */
  end_time: z.number(),
  /** 0 to 1, calibrated: the share of results with this score that are right. */
  score: z.number(),
  types: z.array(MatchType),
  text: z.string(),
  hits: z.array(Hit),
  moments: z.array(Moment),
  thumbnail_url: z.nullable(z.string()),
  /** Time of the picture at `thumbnail_url`, when it shows the moment. Seconds. */
  thumbnail_time: z.optional(z.number()),
  stream_url: z.nullable(z.string()),
  subtitle_url: z.nullable(z.string()),
  /** Spoken language (BCP 47). */
  language: z.nullable(z.string()),
  storyboard: z.nullable(Storyboard),
  /** `comment`: on the video, as every member of its company may. */
  can: z.object({ review: z.boolean(), comment: z.boolean() }),
  /** The moments of a query like "A >> B 12s", in order of time; null for a query for one moment. */
  steps: z.nullable(z.array(MatchStep)),
})
export type Match = z.infer<typeof Match>

/** A video whose file name contains every word of the query; `hits` are places in that name. */
export const NamedVideo = z.object({ ...Video.shape, collection_name: z.string(), hits: z.array(Hit) })
export type NamedVideo = z.infer<typeof NamedVideo>

/**
 * A spelling correction: the search used `query` in place of `typed`, because those videos do not have the typed words.
 * Without marks.
 */
export const Correction = z.object({ query: z.string(), typed: z.string() })
export type Correction = z.infer<typeof Correction>

/** A part of a frame, as `writeRegion` writes it. */
export const RegionText = z.string({ error: 'A region is text' }).check(
  z.refine(
    (text) => readRegion(text) !== null,
    'A region is x,y,width,height, as shares (0 to 1) of the picture and inside it',
  ),
  z.refine((text) => {
    const region = readRegion(text)
    return !region || isLargeEnough(region)
  }, 'A part must be at least 5 % of the picture’s width and of its height'),
)

/** The frame that a search compares other frames with. Time in seconds. */
export const ReferenceFrame = z.object({
  video_id: z.string(),
  video_name: z.string(),
  time: z.number(),
  /** Its small picture; for a region, the part that was compared, as a `data:` address. */
  thumbnail_url: z.nullable(z.string()),
})
export type ReferenceFrame = z.infer<typeof ReferenceFrame>

export const Matches = z.object({
  matches: z.array(Match),
  /** Best first, at most `SEARCH.max_named`. Empty for a search by picture. */
  videos: z.array(NamedVideo),
  /** Whether there are more matches than this answer lists. */
  truncated: z.boolean(),
  /** Null when the search used every word as typed. */
  corrected: z.nullable(Correction),
  /** False if the searched videos have no word of the query, and search by meaning knows none. */
  understood: z.boolean(),
  /** Only for a search for similar frames. */
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
  /** Id of a collection, or `ALL_COLLECTIONS`. */
  index_id: Id,
  query: requiredLines('Please enter what to search for', TEXT.query),
  /** SEARCH_TYPES joined with commas; if absent, all that the collection indexes. */
  search_type: z.optional(z.string()),
  /** `true`: do not correct the spelling. */
  as_typed: z.optional(z.enum(['true', 'false'], { error: 'as_typed is true or false' })),
  temperature,
})
export const ImageSearch = z.object({ index_id: Id, temperature })

export const search = endpointsOf('Search', {
  query: {
    method: 'GET',
    path: '/api/query_index',
    access: 'user',
    rate: 'search',
    summary:
      'Find moments by words in a collection, or with index_id=all in all that you may read; "words in quotes" match as written, -word and -"a phrase" exclude, A >> B 12s finds B within 12 s after A',
    query: QueryIndex,
    response: Matches,
  },
  image: {
    method: 'POST',
    path: '/api/image_search',
    access: 'user',
    rate: 'search',
    summary:
      'Find moments by a picture (multipart: image, image_url, or video_id and time of a frame, with region=x,y,width,height for a part of it, as shares of the picture) in a collection, or with index_id=all in all that you may read',
    query: ImageSearch,
    multipart: { image: 'file', image_url: 'text', video_id: 'text', time: 'text', region: 'text' },
    response: Matches,
  },
})

export const SearchTypes = z
  .array(z.enum(SEARCH_TYPES, { error: 'The search types are VISUAL, CONVERSATION and TEXT_IN_VIDEO' }))
  .check(z.maxLength(SEARCH_TYPES.length, 'Name each search type once'))

/** A search that a person made and can repeat. */
export const PastSearch = z.object({
  id: z.string(),
  /** Id of a collection, or `ALL_COLLECTIONS`. */
  index_id: z.string(),
  /** Null for a search of all collections. */
  collection_name: z.nullable(z.string()),
  query: z.string(),
  /** Empty for a search of all modalities. */
  types: z.array(z.enum(SEARCH_TYPES)),
  saved: z.boolean(),
  searched_at: Timestamp,
})
export type PastSearch = z.infer<typeof PastSearch>

export const searchHistory = endpointsOf('Search', {
  list: {
    method: 'GET',
    path: '/api/search_history',
    access: 'session',
    summary: 'Your latest and saved searches, newest first',
    response: z.object({ searches: z.array(PastSearch) }),
  },
  remember: {
    method: 'POST',
    path: '/api/search_history',
    access: 'session',
    summary: 'Add a search to your latest',
    body: z.object({
      /** Id of a collection, or `ALL_COLLECTIONS`. */
      index_id: Id,
      query: requiredLines('A query is required', TEXT.query),
      types: z._default(SearchTypes, []),
    }),
    response: PastSearch,
  },
  save: {
    method: 'POST',
    path: '/api/search_history/:id/save',
    access: 'session',
    summary: 'Save a search, or return it to the latest',
    params: z.object({ id: Id }),
    body: z.object({ saved: z.boolean({ error: 'Say whether the search is saved' }) }),
    response: PastSearch,
  },
  forget: {
    method: 'DELETE',
    path: '/api/search_history/:id',
    access: 'session',
    summary: 'Forget a search',
    params: z.object({ id: Id }),
    response: Message,
  },
  clear: {
    method: 'DELETE',
    path: '/api/search_history',
    access: 'session',
    summary: 'Forget every search that is not saved',
    response: Message,
  },
})
