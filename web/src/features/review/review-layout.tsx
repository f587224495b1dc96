import type { ReactNode } from 'react'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { useTabs } from '../../ui/page/tabs.tsx'
import { useKept } from './kept.tsx'
import type { Part, Shown } from './panel-sizes.ts'
import { Panels } from './panels.tsx'
import './review-layout.css'

/** Parts that are beside the player, or below it. */
export type Below = Exclude<Part, 'video'>

/** From this width on, the panels are side by side; below it, the player stays on top with tabs under it. */
const WIDE = '(min-width: 900px)'

/** Whether there is room for panels side by side. */
export const useIsWide = (): boolean => useMediaQuery(WIDE)

/** The three parts of the page in their places. None of them is mounted again when the places change. */
export function ReviewLayout({
  shown,
  front,
  onFront,
  beside = 'Comments',
  ...parts
}: {
  shown: Shown
  /** Where there is no room for both, the part below the player. */
  front: Below
  onFront: (part: Below) => void
  /** Name of what is in the place of the comments. */
  beside?: string
} & Record<Part, ReactNode>) {
  const wide = useIsWide()
  const transcript = useKept(parts.transcript)
  const video = useKept(parts.video)
  const comments = useKept(parts.comments)
  return (
    <>
      {transcript.element}
      {video.element}
      {comments.element}
      {wide ? (
        <Panels
          key={`${shown.transcript} ${shown.comments}`}
          shown={shown}
          transcript={transcript.place}
          video={video.place}
          comments={comments.place}
        />
      ) : (
        <Stacked
          front={front}
          onFront={onFront}
          beside={beside}
          transcript={transcript.place}
          video={video.place}
          comments={comments.place}
        />
      )}
    </>
  )
}

function Stacked({
  front,
  onFront,
  beside,
  transcript,
  video,
  comments,
}: { front: Below; onFront: (part: Below) => void; beside: string } & Record<Part, ReactNode>) {
  const named = [
    { value: 'transcript', label: 'Transcript' },
    { value: 'comments', label: beside },
  ] as const
  const tabs = useTabs({ label: 'Beside the video', tabs: named, value: front, onChange: onFront })
  return (
    <div className="stacked">
      {video}
      <div className="stacked-below">
        <div className="stacked-tabs">{tabs.list}</div>
        <div {...tabs.panel} className="stacked-panel" key={front}>
          {front === 'transcript' ? transcript : comments}
        </div>
      </div>
    </div>
  )
}
