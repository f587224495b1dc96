import { type ReactNode, useState } from 'react'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { useTabs } from '../../ui/page/tabs.tsx'
import { useKept } from './kept.tsx'
import type { Part, Shown } from './panel-sizes.ts'
import { Panels } from './panels.tsx'
import './review-layout.css'

const TABS = [
  { value: 'transcript', label: 'Transcript' },
  { value: 'comments', label: 'Comments' },
] as const

/** From this width on, the panels are side by side; below it, the player stays on top with tabs under it. */
const WIDE = '(min-width: 900px)'

/** Whether there is room for panels side by side. */
export const useIsWide = (): boolean => useMediaQuery(WIDE)

/** The three parts of the page in their places. None of them is mounted again when the places change. */
export function ReviewLayout({ shown, ...parts }: { shown: Shown } & Record<Part, ReactNode>) {
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
        <Stacked transcript={transcript.place} video={video.place} comments={comments.place} />
      )}
    </>
  )
}

function Stacked({ transcript, video, comments }: Record<Part, ReactNode>) {
  const [tab, setTab] = useState<'transcript' | 'comments'>('comments')
  const tabs = useTabs({ label: 'Beside the video', tabs: TABS, value: tab, onChange: setTab })
  return (
    <div className="stacked">
      {video}
      <div className="stacked-below">
        <div className="stacked-tabs">{tabs.list}</div>
        <div {...tabs.panel} className="stacked-panel" key={tab}>
          {tab === 'transcript' ? transcript : comments}
        </div>
      </div>
    </div>
  )
}
