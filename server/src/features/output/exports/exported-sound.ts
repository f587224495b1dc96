import type { Sound } from '@footnote/contract/nouns/library/videos/sound.ts'

/** The sound of a file, as cut lists state it. */
export interface ExportedSound {
  readonly tracks: number
  /** Of the track that is heard. */
  readonly channels: number
}

/** Null for a file without sound, and while nobody has looked at it. */
export function exportedSound(sound: Sound | null): ExportedSound | null {
  const track = sound?.tracks[(sound.heard[0] ?? 1) - 1] ?? sound?.tracks[0]
  return sound && track ? { tracks: sound.tracks.length, channels: Math.max(1, track.channels) } : null
}
