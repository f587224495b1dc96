import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { SearchType } from '@footnote/contract/nouns/output/search/search-types.ts'

/** Format of truth.json: videos with their segments (seconds), and questions with the segments that answer them. */
export interface Truth {
  readonly videos: readonly {
    readonly file: string
    readonly seconds: number
    readonly segments: readonly { readonly id: string; readonly start: number; readonly end: number }[]
  }[]
  readonly queries: readonly {
    readonly type: SearchType
    readonly query: string
    readonly answers: readonly string[]
  }[]
}

/** Whether a result answers a question. */
export type Judge = (
  result: { readonly video_id: string; readonly start_time: number; readonly end_time: number },
  answers: readonly string[],
) => boolean

/** Smallest share of a right result that is inside an answer. */
const INSIDE = 0.5

export async function readTruth(folder: string): Promise<Truth> {
  return JSON.parse(await readFile(path.join(folder, 'truth.json'), 'utf8')) as Truth
}

/** @param files file names by video id */
export function judge(truth: Truth, files: ReadonlyMap<string, string>): Judge {
  const segments = new Map(
    truth.videos.flatMap(({ file, segments }) => segments.map((segment) => [segment.id, { file, ...segment }])),
  )
  return ({ video_id, start_time, end_time }, answers) =>
    answers.some((answer) => {
      const segment = segments.get(answer)
      if (!segment || files.get(video_id) !== segment.file) return false
      return Math.min(end_time, segment.end) - Math.max(start_time, segment.start) >= INSIDE * (end_time - start_time)
    })
}
