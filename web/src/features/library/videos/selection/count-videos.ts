/** How many videos, in words. */
export const countVideos = (count: number): string => `${count} ${count === 1 ? 'video' : 'videos'}`
