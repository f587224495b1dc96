import { formatDate } from '@footnote/contract/shared/timecode.ts'
import type { CSSProperties } from 'react'
import type { UsageDay } from './usage-days.ts'
import { scaleOf } from './usage-scale.ts'
import './company.css'

const shortDate = (at: Date): string => formatDate(at).replace(/^(\w{3})\w*( \d+),.*$/, '$1$2')
const minutesOf = (minutes: number): string => `${minutes.toLocaleString('en-US', { maximumFractionDigits: 1 })} min`

/** Minutes of each day as thin bars on a scale. Screen readers get the sum and the busiest day in words. */
export function UsageChart({ days }: { days: readonly UsageDay[] }) {
  const most = days.reduce((best, day) => (day.minutes > best.minutes ? day : best), days[0]!)
  const sum = days.reduce((minutes, day) => minutes + day.minutes, 0)
  const scale = scaleOf(most.minutes)
  const top = scale[2]
  return (
    <div className="panel p-5">
      <p className="stem-words">
        <strong>{minutesOf(sum)}</strong> {`in ${days.length} days`}
        {most.minutes > 0 && `, most on ${formatDate(most.at)}: ${minutesOf(most.minutes)}`}
      </p>
      <div className="stem-plot">
        <div className="stem-scale" aria-hidden="true">
          {scale.map((minutes) => (
            <span key={minutes} style={{ '--share': minutes / top } as CSSProperties}>
              {minutesOf(minutes)}
            </span>
          ))}
        </div>
        <div className="stems" role="img" aria-label="Minutes processed per day">
          {days.map(({ at, minutes }) => (
            <i
              key={at.getTime()}
              style={{ '--share': minutes / top } as CSSProperties}
              title={`${formatDate(at)}: ${minutesOf(minutes)}`}
            />
          ))}
        </div>
        <div className="stem-dates" aria-hidden="true">
          {[days[0], days[Math.floor(days.length / 2)], days.at(-1)].map(
            (day) => day && <span key={day.at.getTime()}>{shortDate(day.at)}</span>,
          )}
        </div>
      </div>
    </div>
  )
}
