import { POSITION_FORMATS, type PositionFormat } from '@footnote/contract/shared/timecode.ts'
import { useSyncExternalStore } from 'react'
import { storedText } from '../stored/stored-text.ts'

const chosen = storedText('player_time')

const read = (): PositionFormat => {
  const format = chosen.read()
  return POSITION_FORMATS.find((known) => known === format) ?? 'time'
}

const choose: (next: PositionFormat) => void = chosen.store

/** The chosen 'Times as', stored in this browser, and the function that changes it everywhere on the page. */
export const usePositionFormat = () => [useSyncExternalStore(chosen.watch, read), choose] as const
