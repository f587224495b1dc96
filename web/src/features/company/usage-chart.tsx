import { formatDate } from '@footnote/contract/timecode.ts'
import type { CSSProperties } from 'react'
import type { UsageDay } from './usage-days.ts'
import './company.css'

const shortDate = (at: Date): string => formatDate(at).replace(/^(\w{3})\w*( \d+),.*$/, '$1$2')

/** Minutes of each day as thin stems. */
export function UsageChart({ days }: { days: readonly UsageDay[] }) {
  const most = days.reduce((best, day) => (day.minutes > best.minutes ? day : best), days[0]!)
  const words =
    most.minutes > 0
      ? `Minutes processed per day, most on ${formatDate(most.at)} with ${most.minutes.toFixed(1)} minutes`
      : 'Minutes processed per day: none'
  return (
    <div className="panel p-5">
      <div className="stems" role="img" aria-label={words}>
        {days.map(({ at, minutes }) => (
          <i
            key={at.getTime()}
            style={{ '--share': most.minutes > 0 ? minutes / most.minutes : 0 } as CSSProperties}
            title={`${formatDate(at)}: ${minutes.toFixed(1)} min`}
          />
        ))}
      </div>
      <div className="stem-dates" aria-hidden="true">
        {[days[0], days[Math.floor(days.length / 2)], days.at(-1)].map(
          (day) => day && <span key={day.at.getTime()}>{shortDate(day.at)}</span>,
        )}
      </div>
    </div>
  )
}
