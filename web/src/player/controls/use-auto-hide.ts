import { TIMING } from '@footnote/contract/shared/limits.ts'
import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * Shows the controls while paused, and for 3 s after each movement while playing.
 * @returns whether they are shown, and a function that shows them
 */
export function useAutoHide(stage: HTMLElement, playing: boolean): readonly [boolean, () => void] {
  const [moved, setMoved] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const reveal = useCallback(() => {
    setMoved(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setMoved(false), TIMING.player_controls)
  }, [])
  useEffect(() => {
    if (!playing) return
    reveal()
    // A press counts when it ends (`click`): if it showed the controls when it began, its end would press one of them.
    const movements = ['pointermove', 'click', 'keydown', 'focusin'] as const
    for (const name of movements) stage.addEventListener(name, reveal)
    return () => {
      clearTimeout(timer.current)
      for (const name of movements) stage.removeEventListener(name, reveal)
    }
  }, [stage, playing, reveal])
  return [moved || !playing, reveal]
}
