import type { Match } from '@footnote/contract/nouns/output/search.ts'
import type { ReactNode } from 'react'
import { SelectionDock } from '../../../../ui/selection/selection-dock.tsx'
import { countOfMatches } from './count-moments.ts'

/** The selected moments at the foot of the results. @param children what can be done with them */
export function MomentsBar({
  chosen,
  shown,
  onAll,
  onClear,
  children,
}: {
  chosen: readonly Match[]
  /** Number of matches with a card. */
  shown: number
  onAll: () => void
  onClear: () => void
  children: ReactNode
}) {
  return (
    <SelectionDock words={countOfMatches(chosen)} chosen={chosen.length} shown={shown} onAll={onAll} onClear={onClear}>
      {children}
    </SelectionDock>
  )
}
