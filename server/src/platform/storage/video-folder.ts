/** Key prefix of all stored files of a video. */
export const videoFolder = (videoId: string): string => `videos/${videoId}/`

/** Key of a sheet of a storyboard. @param key beginning of the keys of its sheets @param number from 0 */
export const sheetKey = (key: string, number: number): string => `${key}${number}.webp`
