import * as z from 'zod/mini'
import { SEARCH_TYPES } from '../../output/search/search-types.ts'

/** A comment on a match of a search, with what repeats that search. */
export const SearchSource = z.object({
  kind: z.literal('search'),
  /** Id of the searched collection, or `ALL_COLLECTIONS`. */
  index_id: z.string(),
  /** Empty for a search by a picture or a frame. */
  query: z.string(),
  /** Empty for a search of all modalities. */
  types: z.array(z.enum(SEARCH_TYPES)),
  /**
   * The frame of a search for similar moments; time in seconds, `region` as `writeRegion` writes it. Null for words and
   * pictures.
   */
  frame: z.nullable(z.object({ video_id: z.string(), time: z.number(), region: z.optional(z.string()) })),
  /** Score of the match, 0 to 1. */
  score: z.number(),
})
export type SearchSource = z.infer<typeof SearchSource>

/** Where a comment comes from, if it was not written beside the player. */
export const CommentSource = z.discriminatedUnion('kind', [
  SearchSource,
  /** A file of comments, for example of an editing program. */
  z.object({
    kind: z.literal('import'),
    /** Who wrote it, if the file says so. */
    author: z.optional(z.string()),
  }),
])
export type CommentSource = z.infer<typeof CommentSource>
