import { type Video, type VideoSound, videos } from '@footnote/contract/nouns/library/videos.ts'
import { useMutation } from '@tanstack/react-query'
import { errorDetail } from '../../lib/calls/api-error.ts'
import { call } from '../../lib/calls/client.ts'
import { useReload } from '../../lib/calls/use-reload.ts'
import { toast } from '../../ui/overlays/toast.ts'

/** The sound tracks of a video, for the player's menu. */
export interface SoundTracks extends VideoSound {
  /** Chooses what plays for everybody; absent for people who may not. */
  readonly choose?: ((choice: VideoSound['choice']) => void) | undefined
}

/** The sound tracks of a video that has several, and the call that chooses one; null for any other video. */
export function useSoundTracks({ id, sound, can }: Pick<Video, 'id' | 'sound' | 'can'>): SoundTracks | null {
  const reload = useReload(['collections'], ['review'])
  const choosing = useMutation({
    mutationFn: async (choice: VideoSound['choice']) => {
      await call(videos.setSound, { body: { video_id: id, sound: choice } })
      await reload()
    },
    onError: (error) =>
      toast.error(errorDetail(error, 'The sound was not changed. Please try again.'), { id: 'choose-sound' }),
  })
  if (!sound || sound.tracks.length < 2) return null
  return { ...sound, choose: can.choose_sound ? choosing.mutate : undefined }
}
