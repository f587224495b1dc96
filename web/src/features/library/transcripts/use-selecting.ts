import { type RefObject, useEffect, useState } from 'react'
import { isSelected } from './use-lit-word.ts'

/** Whether somebody has selected text that begins inside an element. */
export function useSelecting(scroller: RefObject<HTMLElement | null>): boolean {
  const [selecting, setSelecting] = useState(false)
  useEffect(() => {
    const look = () => setSelecting(scroller.current !== null && isSelected(scroller.current))
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [scroller])
  return selecting
}
