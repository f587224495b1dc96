/** For what a browser asks for again each time, and is told when it has not changed. */
export const ASK_AGAIN = 'private, no-cache'

/**
 * What a browser may keep without asking until the address ends. Not subtitles, which change under their key when speech is
 * transcribed again, and not downloads, which are asked for once.
 */
export const mayKeep = (contentType: string, downloadName: string | null): boolean =>
  downloadName === null && !contentType.startsWith('text/vtt')
