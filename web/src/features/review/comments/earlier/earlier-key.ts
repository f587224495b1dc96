/** Key of the query for the open comments of a video's earlier versions. */
export const earlierKey = (video_id: string) => ['comments', 'earlier', video_id] as const
