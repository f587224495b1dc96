/** Everything that is stored of a video has keys that begin with this. */
export const videoFolder = (videoId: string): string => `videos/${videoId}/`
