import type { SelectItem, Selects, SelectsVideo } from '@footnote/contract/nouns/output/selects.ts'

/** A video at 25 frames a second of 40 s. */
export const aSelectsVideo = (id: string, fields: Partial<SelectsVideo> = {}): SelectsVideo => ({
  id,
  user_id: 'u',
  collection_id: 'c',
  collection_name: 'Autumn campaign',
  file_name: `${id}.mp4`,
  version: 1,
  frame_rate: { num: 25, den: 1 },
  frame_count: 1000,
  duration: 40,
  timecode: null,
  width: 640,
  height: 360,
  stream_url: `/files/${id}.mp4`,
  playback: 'READY',
  thumbnail_url: null,
  storyboard: null,
  ...fields,
})

/** Frames of the video `v` at 25 frames a second. */
export const anItem = (
  id: string,
  start_frame: number,
  end_frame: number,
  fields: Partial<SelectItem> = {},
): SelectItem => ({
  id,
  video_id: 'v',
  video_name: 'v.mp4',
  start_frame,
  end_frame,
  start_time: start_frame / 25,
  end_time: end_frame / 25,
  timecode_in: null,
  timecode_out: null,
  note: `Note ${id}`,
  source: null,
  state: 'READY',
  sheets: [],
  ...fields,
})

/** Selects of the viewer. */
export const aSelects = (items: readonly SelectItem[], fields: Partial<Selects> = {}): Selects => ({
  id: 's',
  name: 'Taproom',
  note: '',
  revision: 1,
  item_count: items.length,
  duration: 10,
  pictures: [],
  user_id: 'u',
  author: 'Ada Lovelace',
  created_at: '2026-01-01T00:00:00.000Z',
  changed_at: '2026-01-01T00:00:00.000Z',
  can: { change: true, render: true, duplicate: true },
  items: [...items],
  videos: [aSelectsVideo('v')],
  rendered: null,
  renderings: [],
  ...fields,
})
