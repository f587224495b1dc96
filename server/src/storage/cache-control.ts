/** How long a browser may keep a file, in seconds: it can be deleted meanwhile. */
const CACHE_SECONDS = 3600

/** For what a browser asks for again each time, and is told when it has not changed. */
export const ASK_AGAIN = 'private, no-cache'

/**
 * What a browser may keep of a file of this type. Subtitles alone change under their key, when what is said is written
 * down anew.
 */
export const cacheControlOf = (contentType: string): string =>
  contentType.startsWith('text/vtt') ? ASK_AGAIN : `private, max-age=${CACHE_SECONDS}`
