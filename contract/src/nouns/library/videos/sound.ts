/** The sound of a film: its tracks, and which of them people hear. Pure. */

/** A sound track, as Footnote found it when it validated the film. */
export interface SoundTrack {
  /** Number of the stream in the file. */
  readonly stream: number
  /** ffmpeg's name, for example 'aac'. */
  readonly codec: string
  readonly channels: number
  /** ffmpeg's name, for example '5.1(side)'; null when the file states none. */
  readonly layout: string | null
  /** What the file calls it. */
  readonly title: string | null
  /** ISO 639, as the file states it. */
  readonly language: string | null
  /** There is nothing to hear in it. */
  readonly silent: boolean
  /** Gains of its channels on the left and on the right side; null: it plays as it is. */
  readonly playing: readonly [left: readonly number[], right: readonly number[]] | null
  /** Gains of its channels in the sound that is transcribed; null: the usual mix of all channels. */
  readonly speech: readonly number[] | null
  /** Decibels by which the sound is louder for the transcription. */
  readonly speech_gain: number
}

/** The tracks of a film. */
export interface Sound {
  readonly tracks: readonly SoundTrack[]
  /** Numbers (from 1) of the tracks that are heard unless somebody chooses; several are mixed. */
  readonly heard: readonly number[]
}

/** What plays: the number of a track, from 1; the mix of all; null: what Footnote has found. */
export type SoundChoice = 'mix' | number | null

/** Numbers of the tracks that are heard. A choice that the file does not have is none. */
export function heardTracks({ tracks, heard }: ForChoice, choice: SoundChoice): readonly number[] {
  const numbers = tracks.map((_, place) => place + 1)
  if (typeof choice === 'number' && numbers.includes(choice)) return [choice]
  if (choice !== 'mix') return heard
  const audible = numbers.filter((number) => !tracks[number - 1]?.silent)
  return audible.length > 0 ? audible : heard
}

interface ForChoice {
  readonly tracks: readonly { readonly silent: boolean }[]
  readonly heard: readonly number[]
}

/** The stored form of a choice. */
export const soundChoiceOf = (stored: string | null): SoundChoice =>
  stored === null || stored === 'mix' ? stored : Number(stored)
