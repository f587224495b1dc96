import { describeFound, type FoundMatches, type SearchOptions, type SearchTools } from './found-matches.ts'
import type { ModalityHit } from './ranking/hit.ts'
import { mergeHits } from './ranking/merge.ts'
import { searchWithStableEngines, type VideosByEngine } from './ranking/stable-engines.ts'
import { searchedBy, videosOf } from './searched-videos.ts'
import type { StoredFrame } from './vectors/frames.ts'
import { searchFrame, searchPart, searchPicture } from './vectors/visual.ts'

/**
 * Searches moments by similarity to a picture, best first.
 * @param file path of a JPEG of at most 1280 px
 */
export const searchByImage = (
  tools: SearchTools,
  { file, ...options }: SearchOptions & { readonly file: string },
): Promise<FoundMatches> =>
  searchByLook(tools, options, (by_engine, video_ids) => searchPicture(tools, by_engine, video_ids, file))

/** Searches pictures by anything but words. */
async function searchByLook(
  tools: SearchTools,
  { collections, temperature }: SearchOptions,
  search: (by_engine: VideosByEngine, video_ids: readonly string[]) => Promise<ModalityHit[]>,
): Promise<FoundMatches> {
  const videos = await videosOf(tools.db, collections)
  const video_ids = searchedBy('visual', videos, collections)
  return await searchWithStableEngines(tools.db, ['visual'], video_ids, {
    search: async (of) => search(await of('visual', video_ids), video_ids),
    answer: async (hits) => ({
      ...(await describeFound(tools, mergeHits(hits), [], { temperature })),
      corrected: null,
      understood: true,
    }),
  })
}

/**
 * Searches moments by similarity to a stored frame, best first, without the frame's own moment.
 * @param picture returns the path of the frame's small picture, a JPEG, when needed; null if there is none
 */
export const searchByFrame = (
  tools: SearchTools,
  {
    frame,
    picture,
    ...options
  }: SearchOptions & { readonly frame: StoredFrame; readonly picture: (() => Promise<string>) | null },
): Promise<FoundMatches> =>
  searchByLook(tools, options, (by_engine, video_ids) => searchFrame(tools, by_engine, frame, video_ids, picture))

/**
 * Searches moments by similarity to a part of a frame, best first, without the frame's own moment.
 * @param part path of a JPEG of at most 1280 px
 */
export const searchByPart = (
  tools: SearchTools,
  { frame, part, ...options }: SearchOptions & { readonly frame: StoredFrame; readonly part: string },
): Promise<FoundMatches> =>
  searchByLook(tools, options, (by_engine, video_ids) => searchPart(tools, by_engine, frame, video_ids, part))
