import { useEffect, useRef } from 'react'
import { useLatest } from '../../../../lib/use-latest.ts'
import { toast } from '../../../../ui/overlays/toast.ts'

interface UnsavedField {
  readonly unsaved: boolean
  readonly save: () => Promise<unknown>
  readonly close: (by_key: boolean) => void
}

/**
 * Saves a text whose field goes away with its screen, and asks before the page is closed with one.
 * @returns closes the field
 */
export function useUnsaved(state: UnsavedField): (by_key: boolean) => void {
  const latest = useLatest(state)
  const closed = useRef(false)
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (latest.current.unsaved) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => {
      window.removeEventListener('beforeunload', ask)
      const { unsaved, save } = latest.current
      if (!unsaved || closed.current) return
      save().catch((error: unknown) => {
        console.warn('transcript', error)
        toast.error('Your last change to the transcript was not saved.')
      })
    }
  }, [latest])
  return (by_key) => {
    closed.current = true
    state.close(by_key)
  }
}
