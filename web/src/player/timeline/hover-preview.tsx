import type { Storyboard } from '@footnote/contract/nouns/library/videos.ts'
import type { ShareAccess } from '../../lib/calls/client.ts'
import { Preview } from './preview.tsx'
import { useSheet } from './use-sheet.ts'

/** The preview under the pointer. It stays while nobody points at the film, and keeps the last sheets. */
export function HoverPreview({
  video_id,
  access,
  storyboard,
  time,
  written,
  at,
}: {
  video_id: string
  access: ShareAccess | null
  storyboard: Storyboard | null
  /** Seconds; null while nobody points at the film. */
  time: number | null
  written: string
  at: string
}) {
  const { sheets, loading } = useSheet(storyboard, video_id, access, time)
  if (time === null) return null
  return <Preview {...{ time, written, at, storyboard, sheets, loading }} />
}
