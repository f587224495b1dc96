import { Film } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Skeleton } from '../page/skeleton.tsx'

/** Placeholder of a still while it loads. */
export const FrameSkeleton = () => (
  <span className="frame">
    <Skeleton className="absolute inset-0" />
  </span>
)

/** A still of a video. It stays blank when there is none or when it fails to load. */
export function Frame({
  src,
  timecode,
  timecodeAt = 'right',
  dim = false,
  empty = <Film className="icon" aria-hidden="true" />,
  className,
  children,
}: {
  /** Null when the video has no picture; empty while that is unknown, which stays blank. */
  src: string | null
  /** Text of the chip in the corner: a length or a range. */
  timecode?: string | null
  timecodeAt?: 'left' | 'right'
  /** Grey, for a video that cannot be opened. */
  dim?: boolean
  /** Shown when the video has no picture. */
  empty?: ReactNode
  className?: string
  /** Drawn over the picture: a rule, a badge, a play button. */
  children?: ReactNode
}) {
  const [failed, setFailed] = useState<string | null>(null)
  const shown = src !== null && src !== '' && src !== failed
  return (
    <span className={classNames('frame', src === null && 'frame-empty', dim && 'is-dim', className)}>
      {shown && <img src={src} alt="" loading="lazy" decoding="async" onError={() => setFailed(src)} />}
      {src === null && empty}
      {timecode && <span className={classNames('tc', timecodeAt === 'left' && 'tc-left')}>{timecode}</span>}
      {children}
    </span>
  )
}
