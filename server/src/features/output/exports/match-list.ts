import type { ListedMatch, MatchListFormat } from '@footnote/contract/nouns/review/comments/match-lists.ts'
import { csvFile } from '@footnote/contract/shared/csv.ts'
import { type FrameTiming, frameStart, matchFrames } from '@footnote/contract/shared/frames.ts'
import { formatSmpte, smpteLabels, type Timecode } from '@footnote/contract/shared/smpte.ts'
import { formatMilliseconds } from '@footnote/contract/shared/timecode.ts'
import { linesOf } from './discussion.ts'
import { escaped } from './formats/comment-list.ts'

/** The video of a match. */
export interface ListedVideo {
  readonly file_name: string
  readonly collection_name: string
  /** Null while it is unknown, and where the copy that plays lacks frames. */
  readonly timing: FrameTiming | null
  /** That of the file, if it states one. */
  readonly timecode: Timecode | null
  /** Address of its review page. */
  readonly page: string
}

/** A match with everything that a list says of it. Frames count from 0, seconds are those of the video. */
interface Line {
  readonly video: ListedVideo
  readonly match: ListedMatch
  readonly from: string
  /** Of the last frame. */
  readonly to: string
  readonly frames: { readonly first: number; readonly last: number } | null
  readonly seconds: { readonly first: number; readonly last: number }
  readonly link: string
}

const HEAD = [
  ...['number', 'video', 'collection', 'timecode_in', 'timecode_out', 'frame_in', 'frame_out', 'seconds_in'],
  ...['seconds_out', 'score', 'found_in', 'text', 'link'],
]

/** The matches in their order, as a table or a text. */
export function matchList(
  format: MatchListFormat,
  title: string,
  items: readonly { readonly match: ListedMatch; readonly video: ListedVideo }[],
): string {
  const lines = items.map(lineOf)
  return format === 'csv' ? csvFile([HEAD, ...lines.map(cellsOf)]) : markdown(title, lines)
}

/** Where a match is: by the timecode of its file at a constant rate, otherwise by the time in the video. */
function lineOf({ match, video }: { match: ListedMatch; video: ListedVideo }): Line {
  const { timing, timecode } = video
  const { start_time: start, end_time: end } = match
  const link = `${video.page}?t=${start.toFixed(6)}`
  if (!timing) {
    const [from, to] = [formatMilliseconds(start), formatMilliseconds(end)]
    return { video, match, from, to, frames: null, seconds: { first: start, last: end }, link }
  }
  const frames = matchFrames(timing, { start_time: start, end_time_exclusive: end })
  const seconds = { first: frameStart(timing, frames.first), last: frameStart(timing, frames.last) }
  const labels = timing.rate && smpteLabels(timing.rate, timecode)
  const [from, to] = labels
    ? [formatSmpte(frames.first, labels), formatSmpte(frames.last, labels)]
    : [formatMilliseconds(seconds.first), formatMilliseconds(seconds.last)]
  return { video, match, from, to, frames, seconds, link }
}

const cellsOf = ({ video, match, from, to, frames, seconds, link }: Line, place: number): (string | number)[] => [
  place + 1,
  video.file_name,
  video.collection_name,
  from,
  to,
  frames ? frames.first : '',
  frames ? frames.last : '',
  seconds.first.toFixed(6),
  seconds.last.toFixed(6),
  match.score.toFixed(4),
  match.types.join(' '),
  match.content,
  link,
]

function markdown(title: string, lines: readonly Line[]): string {
  const rows = lines.map(({ video, match, from, to, link }, place) => {
    const text = match.content && `: ${escaped(linesOf(match.content).join(' '))}`
    const found = [match.score.toFixed(2), ...match.types].join(', ')
    return `${place + 1}. **${escaped(video.file_name)}** [\`${from} – ${to}\`](<${link}>) (${found})${text}`
  })
  return `${[`# ${escaped(title)}`, '', ...rows].join('\n')}\n`
}
