import { useCallback, useState } from 'react'
import { freshStream } from '../../../../lib/calls/stream.ts'

/** Milliseconds in which a video that fails again has failed for good: its new address does not play either. */
const AGAIN = 30_000

/**
 * Videos whose files cannot be loaded. The first failure may be that of an old address, so it gets a new one.
 */
export function useFailing() {
  const [failing, setFailing] = useState<ReadonlySet<string>>(new Set())
  const [addresses, setAddresses] = useState<ReadonlyMap<string, string>>(new Map())
  const [renewed] = useState(() => new Map<string, number>())
  const onFailure = useCallback(
    async (video_id: string) => {
      const give = () => setFailing((ids) => new Set([...ids, video_id]))
      const before = renewed.get(video_id)
      if (before !== undefined && performance.now() - before < AGAIN) return give()
      renewed.set(video_id, performance.now())
      try {
        const { url, playback } = await freshStream(video_id)
        if (playback === 'READY') setAddresses((known) => new Map([...known, [video_id, url]]))
        else give()
      } catch {
        give()
      }
    },
    [renewed],
  )
  return { failing, addresses, onFailure }
}
