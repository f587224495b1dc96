import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { useUploads, watchArrivals } from './upload-store.ts'

// Loaded on demand, because it is on every page, but rarely visible.
const UploadSlots = lazyPart(async () => (await import('./upload-slots.tsx')).UploadSlots)

/** Running uploads, on top of every page. On a phone it is one line that unfolds. */
export function UploadPanel() {
  const slots = useUploads()
  const queries = useQueryClient()
  const busy = slots.some((slot) => slot.status === 'uploading')
  useEffect(() => watchArrivals(() => queries.invalidateQueries({ queryKey: ['collections'] })), [queries])
  useEffect(() => {
    if (!busy) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [busy])
  if (slots.length === 0) return null
  return <UploadSlots slots={slots} />
}
