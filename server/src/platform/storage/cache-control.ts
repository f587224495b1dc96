/** For content that the browser must revalidate each time. */
export const ASK_AGAIN = 'private, no-cache'

/**
 * Whether a browser may cache content until its address expires. Not subtitles, which change under the same key when
 * speech is transcribed again, and not downloads, which are fetched once.
 */
export const mayKeep = (contentType: string, downloadName: string | null): boolean =>
  downloadName === null && !contentType.startsWith('text/vtt')
