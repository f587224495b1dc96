import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { isFailed, isWorkedOn } from '@footnote/contract/shared/video-status.ts'

export const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'ready', label: 'Ready' },
  { value: 'progress', label: 'In progress' },
  { value: 'failed', label: 'Failed' },
] as const
export type Filter = (typeof FILTERS)[number]['value']

export const SORTS = [
  { value: 'newest', label: 'Newest First' },
  { value: 'oldest', label: 'Oldest First' },
  { value: 'name', label: 'Name (A-Z)' },
  { value: 'duration', label: 'Duration' },
  { value: 'size', label: 'File Size' },
] as const
export type Sort = (typeof SORTS)[number]['value']

function passes({ status }: Video, filter: Filter): boolean {
  if (filter === 'all') return true
  if (filter === 'ready') return status === 'SUCCESS'
  return filter === 'failed' ? isFailed(status) : isWorkedOn(status)
}

const byDate = (a: Video, b: Video) => a.upload_date.localeCompare(b.upload_date)
const ORDERS: Record<Sort, (a: Video, b: Video) => number> = {
  newest: (a, b) => byDate(b, a),
  oldest: byDate,
  name: (a, b) => a.file_name.localeCompare(b.file_name, undefined, { numeric: true, sensitivity: 'base' }),
  duration: (a, b) => (b.duration ?? -1) - (a.duration ?? -1),
  size: (a, b) => (b.file_size ?? -1) - (a.file_size ?? -1),
}

/** The videos to show: those that pass the filter, in the chosen order (longest and largest first). */
export const arrange = (videos: readonly Video[], filter: Filter, sort: Sort): Video[] =>
  videos.filter((video) => passes(video, filter)).sort(ORDERS[sort])
