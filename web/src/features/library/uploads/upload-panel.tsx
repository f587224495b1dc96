import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { lazyPart } from '../../../ui/overlays/lazy-part.tsx'
import { hasBegun, isUnfinished, publish, useUploads, watchArrivals } from './upload-list.ts'

// Loaded on demand, because it is on every page, but rarely visible.
const UploadSlots = lazyPart(async () => (await import('./panel/upload-slots.tsx')).UploadSlots)

/** The page of a video has no bytes to spare: there, only a browser that has begun uploads looks for them. */
const isAboutVideo = (pathname: string): boolean =>
  pathname.startsWith('/quick-review/') && !/^\/quick-review\/(?:home|collections)/.test(pathname)

/** Running and interrupted uploads, on top of every page. On a phone it is one line that unfolds. */
export function UploadPanel() {
  const { slots, interrupted } = useUploads()
  const queries = useQueryClient()
  // A file that the browser can open again need not be chosen again, so leaving the page loses nothing.
  const loses = slots.some((slot) => isUnfinished(slot) && !slot.kept)
  useEffect(() => watchArrivals(() => queries.invalidateQueries({ queryKey: ['collections'] })), [queries])
  const { pathname } = useLocation()
  const looks = hasBegun() || !isAboutVideo(pathname)
  useEffect(() => {
    if (!looks) return
    const leaving = new AbortController()
    const find = async () => {
      const { findInterrupted } = await import('./queue/interrupted.ts')
      await findInterrupted(leaving.signal)
    }
    find().catch((error: unknown) => {
      if (!leaving.signal.aborted) console.warn('interrupted uploads', error)
    })
    return () => {
      leaving.abort()
      publish({ interrupted: [] })
    }
  }, [looks])
  useEffect(() => {
    if (!loses) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [loses])
  if (slots.length === 0 && interrupted.length === 0) return null
  return <UploadSlots slots={slots} interrupted={interrupted} />
}
