/** Key prefix of all stored files of a video. */
export const videoFolder = (videoId: string): string => `videos/${videoId}/`
