import { useEffect, useMemo, useState } from 'react'
import { useLatest } from '../../lib/use-latest.ts'
import { useKeptSettings } from '../controls/use-kept-settings.ts'
import { mediaRequests } from '../media/media-requests.ts'
import { createMediaStore } from '../media/media-store.ts'
import { usePausedFrame } from '../media/use-paused-frame.ts'
import { layOut, type Piece } from './layout.ts'
import { SequenceVideo } from './sequence-video.ts'

/**
 * Pieces as one video, with its state and what can be asked of it.
 * @param elements the two elements that play in turn, once they are there
 * @param onFailure called with a video whose file cannot be loaded
 */
export function useSequence(
  [one, two]: readonly [HTMLVideoElement | null, HTMLVideoElement | null],
  pieces: readonly Piece[],
  onFailure: (video_id: string) => void,
) {
  const [video, setVideo] = useState<SequenceVideo | null>(null)
  const fail = useLatest(onFailure)
  useEffect(() => {
    if (!one || !two) return
    const sequence = new SequenceVideo([one, two], (video_id) => fail.current(video_id))
    setVideo(sequence)
    return () => {
      setVideo(null)
      sequence.end()
    }
  }, [one, two, fail])
  useEffect(() => video?.setPieces(pieces), [video, pieces])
  const layout = useMemo(() => layOut(pieces), [pieces])
  const store = useMemo(() => video && createMediaStore(video, layout.timing), [video, layout])
  const requests = useMemo(() => store && mediaRequests(store), [store])
  useKeptSettings(video)
  usePausedFrame(store, requests)
  return { video, layout, store, requests }
}
