import { POSITION_FORMATS, type PositionFormat } from '@footnote/contract/shared/timecode.ts'
import { useState } from 'react'

const KEY = 'player_time'

/** Format of times in the player, stored in this browser. */
export function usePositionFormat() {
  const [format, setFormat] = useState<PositionFormat>(() => {
    const kept = localStorage.getItem(KEY)
    return POSITION_FORMATS.find((known) => known === kept) ?? 'time'
  })
  const choose = (next: PositionFormat) => {
    localStorage.setItem(KEY, next)
    setFormat(next)
  }
  return [format, choose] as const
}
