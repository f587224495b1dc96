import type { SelectItem, SelectsVideo } from '@footnote/contract/nouns/output/selects.ts'
import { type FrameTiming, timingFrom } from '@footnote/contract/shared/frames.ts'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { readVideoDetail } from '../../../../lib/calls/video-detail.ts'
import type { Piece } from '../../../../player/sequence/layout.ts'
import type { HeldFrames } from '../../../../player/sequence/piece-strip.tsx'
import type { Cut } from './cuts.ts'
import type { Editor, EditorState } from './editor.ts'

/** Why a piece does not play. */
export type Absence = 'gone' | 'expired' | 'pending' | 'failing'

/** A piece with its video, as a row shows it. */
export interface Row {
  readonly cut: Cut
  readonly item: SelectItem
  /** Place in the list, from 1. */
  readonly number: number
  /** Null when it is gone. */
  readonly video: SelectsVideo | null
  /** Null while the times of its frames are unknown. */
  readonly timing: FrameTiming | null
  /** Null when it plays. */
  readonly absence: Absence | null
}

const ABSENCES = { READY: null, PENDING: 'pending', EXPIRED: 'expired', GONE: 'gone' } as const

const tablesOf = (results: readonly { readonly data: readonly number[] | null | undefined }[]) =>
  results.map(({ data }) => data ?? null)

/** When the frames of each video appear. Those of a variable rate are read one by one, each once. */
function useTimings(all: readonly SelectsVideo[]): ReadonlyMap<string, FrameTiming> {
  const variable = useMemo(() => all.filter(({ frame_rate, stream_url }) => !frame_rate && stream_url), [all])
  const tables = useQueries({
    queries: variable.map(({ id }) => ({
      queryKey: ['selects', 'frames', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await readVideoDetail(id, signal)).frame_times ?? null,
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: tablesOf,
  })
  return useMemo(() => {
    const timings = new Map<string, FrameTiming>()
    for (const { id, frame_rate } of all) {
      const timing = timingFrom(frame_rate, tables[variable.findIndex((video) => video.id === id)])
      if (timing) timings.set(id, timing)
    }
    return timings
  }, [all, tables, variable])
}

/** @param failing ids of videos whose files could not be loaded */
export function useRows(
  editor: Editor,
  { selects, cuts }: Pick<EditorState, 'selects' | 'cuts'>,
  failing: ReadonlySet<string>,
): readonly Row[] {
  const timings = useTimings(selects.videos)
  return useMemo(() => {
    const byId = new Map(selects.videos.map((video) => [video.id, video]))
    return cuts.flatMap((cut, place): Row[] => {
      const item = editor.item(cut.id)
      if (!item) return []
      const video = (item.video_id && byId.get(item.video_id)) || null
      const state = video ? ABSENCES[item.state] : 'gone'
      return [
        {
          cut,
          item,
          number: place + 1,
          video,
          timing: (video && timings.get(video.id)) ?? null,
          absence: state ?? (video && failing.has(video.id) ? 'failing' : null),
        },
      ]
    })
  }, [editor, selects, cuts, timings, failing])
}

/** Seconds of a video around the piece that somebody edits. */
const AROUND = 10

/**
 * What the player plays: the rows that play, the edited one with some of its video around it.
 * @param addresses newer addresses of videos whose files could not be loaded
 */
export function usePieces(rows: readonly Row[], editing: string | null, addresses: ReadonlyMap<string, string>) {
  return useMemo(() => {
    const pieces: Piece[] = []
    const numbers: number[] = []
    let kept: HeldFrames | null = null
    for (const { cut, item, video, timing, absence, number } of rows) {
      if (absence || !video?.stream_url || !timing) continue
      const label = cut.note || video.file_name
      const src = addresses.get(video.id) ?? video.stream_url
      const { storyboard } = video
      const whole = { id: cut.id, video_id: video.id, src, timing, storyboard, sheets: item.sheets, label }
      let [first, end_exclusive] = [cut.start_frame, cut.end_frame]
      if (cut.id === editing) {
        kept = { id: cut.id, first, end_exclusive }
        const around = Math.round((AROUND * video.frame_count) / Math.max(1, video.duration))
        ;[first, end_exclusive] = [Math.max(0, first - around), Math.min(video.frame_count, end_exclusive + around)]
      }
      pieces.push({ ...whole, first, end_exclusive })
      numbers.push(number)
    }
    return { pieces, numbers, kept }
  }, [rows, editing, addresses])
}
