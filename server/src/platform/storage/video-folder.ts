/** Key prefix of all stored files of a video. */
export const videoFolder = (videoId: string): string => `videos/${videoId}/`

/** Key of a sheet of a storyboard. @param key beginning of the keys of its sheets @param number from 0 */
export const sheetKey = (key: string, number: number): string => `${key}${number}.webp`

/** Keys of a copy with a watermark and of its picture. */
export const markedKeys = (videoId: string, copyId: string) => ({
  storage_key: `${videoFolder(videoId)}marked-${copyId}.mp4`,
  poster_key: `${videoFolder(videoId)}marked-${copyId}.jpg`,
})
