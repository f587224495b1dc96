import type { ReferenceFrame } from '@footnote/contract/nouns/output/search.ts'
import { formatTimecode } from '@footnote/contract/shared/timecode.ts'
import type { FramePlace } from '../../../../lib/addresses.ts'
import { Frame } from '../../../../ui/marks/frame.tsx'
import { Skeleton } from '../../../../ui/page/skeleton.tsx'
import './frame-lead.css'

/**
 * The frame of the search, above the moments that look like it.
 * @param frame its description by the server, after the answer
 */
export function FrameLead({ similar, frame }: { similar: FramePlace; frame: ReferenceFrame | undefined }) {
  return (
    <section className="frame-lead" aria-label="Looked for" data-part={similar.region !== undefined || undefined}>
      <Frame
        src={frame?.thumbnail_url ?? null}
        // It would cover half of a part; the search bar names the time, too.
        timecode={similar.region ? null : formatTimecode(similar.time)}
        timecodeAt="left"
      />
      <div className="min-w-0">
        <h2>Moments that look like this {similar.region ? 'part of a frame' : 'frame'}</h2>
        {frame ? (
          <p className="truncate text-text-2" dir="auto" title={frame.video_name}>
            {frame.video_name}
          </p>
        ) : (
          <Skeleton className="mt-1 h-4 w-40" />
        )}
      </div>
    </section>
  )
}
