import { isLargeEnough, readRegion, writeRegion } from '@footnote/contract/nouns/output/search/region.ts'
import { SEARCH_TYPES, type SearchType } from '@footnote/contract/nouns/output/search/search-types.ts'
import { SEARCH } from '@footnote/contract/shared/limits.ts'
import { type FramePlace, namedFrame } from '../../../../lib/addresses.ts'

/** A search, as the address of its page describes it. */
export interface SearchRequest {
  readonly query: string
  /** Empty: all modalities of the collection. */
  readonly types: readonly SearchType[]
  /** Address of a reference image, `local:` and a key for a stored file, or null. */
  readonly image: string | null
  /** A frame to find similar moments for, in place of words or a picture. */
  readonly similar?: FramePlace | null
  /**
   * Lowest confidence of visible matches; null if nobody chose one: then those of Low confidence are folded behind
   * better ones.
   */
  readonly confidence: 'High' | 'Medium' | 'Low' | null
  /** Do not correct the spelling. */
  readonly as_typed?: boolean
}

const LEAST_SCORE = { High: SEARCH.high, Medium: SEARCH.medium, Low: 0 }

/** Lowest score of visible matches, 0 to 1. */
export const minimumScore = ({ confidence }: Pick<SearchRequest, 'confidence'>): number =>
  LEAST_SCORE[confidence ?? 'Low']

/** Address of the page that answers a search. */
export function searchAddress(collectionId: string, asked: SearchRequest): string {
  const { query, types, image, similar, confidence, as_typed } = asked
  const search = new URLSearchParams()
  if (query) search.set('q', query)
  for (const type of types) search.append('options', type)
  if (image) search.set('img', image)
  if (similar) search.set('similar', namedFrame(similar))
  if (confidence) search.set('confidence', confidence)
  if (as_typed) search.set('as_typed', 'true')
  // Leaves the @ of a frame unescaped, so that the address is easy to read.
  const region = similar?.region ? `&region=${similar.region}` : ''
  return `/collections/${collectionId}/search?${String(search).replaceAll('%40', '@')}${region}`
}

const CONFIDENCES = ['High', 'Medium', 'Low'] as const
const confidenceNamed = (text: string | null) => CONFIDENCES.find((confidence) => confidence === text)
const isSearchType = (text: string): text is SearchType => (SEARCH_TYPES as readonly string[]).includes(text)

/** Reads a frame or a part of one; null for other text, also if only the part is none. */
function readFrame(text: string | null, part: string | null): FramePlace | null {
  const [, video_id, time] = /^([\w-]+)@(\d+(?:\.\d+)?)$/.exec(text ?? '') ?? []
  if (!video_id || !time) return null
  if (!part) return { video_id, time: Number(time) }
  const region = readRegion(part)
  return region && isLargeEnough(region) ? { video_id, time: Number(time), region: writeRegion(region) } : null
}

/** Whether a request is empty. */
export const isBlank = ({ query, image, similar }: SearchRequest): boolean => query === '' && !image && !similar

/** Whether it searches by picture or frame, which takes longer than words. */
export const isByLook = ({ image, similar }: SearchRequest): boolean => image !== null || !!similar

/** Reads the search of an address; ignores unknown search types. */
export const readSearch = (search: URLSearchParams): SearchRequest => ({
  query: search.get('q')?.trim() ?? '',
  types: search.getAll('options').filter(isSearchType),
  image: search.get('img') || null,
  similar: readFrame(search.get('similar'), search.get('region')),
  confidence: confidenceNamed(search.get('confidence')) ?? null,
  as_typed: search.get('as_typed') === 'true',
})
