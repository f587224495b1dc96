import { progressPercent } from '@footnote/contract/shared/timecode.ts'
import type { CSSProperties } from 'react'
import { classNames } from '../class-names.ts'

export type RuleKind = 'default' | 'busy' | 'warn' | 'danger'

/** One line for every length: the full width is the whole. With a label it is a progress bar, otherwise decoration. */
export function Rule({
  length,
  from = 0,
  kind = 'default',
  label,
  className,
}: {
  /** Share of the whole, 0 to 1; larger values are drawn as 1. */
  length: number
  /** Where it starts, 0 to 1. */
  from?: number
  kind?: RuleKind
  label?: string
  className?: string
}) {
  const percent = progressPercent(length)
  const style = { '--from': `${progressPercent(from)}%`, '--len': `${percent}%` } as CSSProperties
  const named = label
    ? {
        role: 'progressbar',
        'aria-label': label,
        'aria-valuenow': Math.round(percent),
        'aria-valuemin': 0,
        'aria-valuemax': 100,
      }
    : {}
  return (
    <span className={classNames('rule', kind !== 'default' && `rule-${kind}`, className)} {...named}>
      <i style={style} data-empty={percent === 0 || undefined} />
    </span>
  )
}
