import type { VideoSound } from '@footnote/contract/nouns/library/videos.ts'
import { languageName } from '../../lib/spoken-languages.ts'

type Track = VideoSound['tracks'][number]

/** A track's number, and its title and language if the file states them. */
export function trackName({ number, title, language }: Track): string {
  const names = [title, language && languageName(language)].filter((name) => name)
  return names.length > 0 ? `${number}. ${names.join(', ')}` : `Track ${number}`
}

/** What there is to hear on a track, in a word or two. */
export function trackHint({ channels, silent }: Track): string {
  if (silent) return 'silent'
  return ['mono', 'stereo'][channels - 1] ?? `${channels} channels`
}

/** How many sound tracks a video has, if it has several; else null. */
export const severalTracks = (sound: VideoSound | null): string | null =>
  sound && sound.tracks.length > 1 ? `${sound.tracks.length} sound tracks` : null
