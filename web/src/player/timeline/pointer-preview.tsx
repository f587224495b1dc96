import type { Storyboard } from '@footnote/contract/nouns/videos.ts'
import type { ShareAccess } from '../../lib/calls/client.ts'
import { HoverPreview } from './hover-preview.tsx'
import { useSheet } from './use-sheet.ts'

/** The preview at the pointer, which keeps the last sheets while nobody points at the film. */
export function PointerPreview({
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
  return <HoverPreview {...{ time, written, at, storyboard, sheets, loading }} />
}
