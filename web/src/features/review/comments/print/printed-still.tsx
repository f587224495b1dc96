import type { PictureSize } from '@footnote/contract/shared/drawing/drawing-marks.ts'
import { useEffect, useRef, useState } from 'react'
import type { ShareAccess } from '../../../../lib/calls/client.ts'
import { useLatest } from '../../../../lib/use-latest.ts'
import { DrawingView } from '../drawing/drawing-view.tsx'
import type { FrameReader } from './frame-reader.ts'

interface StillProps {
  reader: FrameReader
  /** The middle of the frame, in seconds. */
  seconds: number
  /** The comment whose drawing belongs over the picture; null without one. */
  drawn: { readonly video_id: string; readonly id: string } | null
  share: ShareAccess | null
  /** Called once, when the picture is there or has failed. */
  onSettled: () => void
}

/** The frame of a comment with the drawing over it. */
export function PrintedStill({ reader, seconds, drawn, share, onSettled }: StillProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [size, setSize] = useState<PictureSize | 'failed' | null>(null)
  const settled = useLatest(onSettled)
  useEffect(() => {
    const unmounted = new AbortController()
    const end = (result: PictureSize | 'failed') => {
      if (unmounted.signal.aborted) return
      setSize(result)
      settled.current()
    }
    if (canvas.current) reader.draw(seconds, canvas.current, unmounted.signal).then(end, () => end('failed'))
    return () => unmounted.abort()
  }, [reader, seconds, settled])
  return (
    <div className="printed-still" data-waiting={size === null || undefined}>
      <canvas ref={canvas} hidden={size === 'failed'} />
      {size === 'failed' && <p>This picture could not be read.</p>}
      {size !== null && size !== 'failed' && drawn && (
        <DrawingView videoId={drawn.video_id} commentId={drawn.id} share={share} size={size} />
      )}
    </div>
  )
}
