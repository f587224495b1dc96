import { Film } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { classNames } from '../class-names.ts'

/** A still of a video. It stays blank when there is none or it fails to load. */
export function Frame({
  src,
  timecode,
  timecodeAt = 'right',
  dim = false,
  empty = <Film className="icon" aria-hidden="true" />,
  className,
  children,
}: {
  /** Null where there is no picture; empty where it is not known, which stays blank. */
  src: string | null
  /** Words of the chip in the corner: a length or a range. */
  timecode?: string | null
  timecodeAt?: 'left' | 'right'
  /** Grey, for what cannot be opened. */
  dim?: boolean
  /** What stands there when there is no picture at all. */
  empty?: ReactNode
  className?: string
  /** Laid over the picture: a rule, a badge, a play button. */
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
