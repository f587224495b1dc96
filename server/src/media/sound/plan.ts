import {
  heardTracks,
  type Sound,
  type SoundChoice,
  type SoundTrack,
  soundChoiceOf,
} from '@footnote/contract/nouns/library/videos/sound.ts'
import type { AudioTrack, MediaInfo } from '../probe.ts'

/** The tracks that are heard, the same for playing, transcribing, clips and rendered selects. */
export interface SoundPlan {
  /** Several are mixed; none: the film has no sound. */
  readonly heard: readonly Omit<SoundTrack, 'silent' | 'title' | 'language'>[]
}

/** What a sound is for: `playing` for ears, in as many channels as it has or in two; `speech` for an engine, in one. */
export type SoundUse = 'playing' | 'speech'

/** The plan for a film whose sound was looked at. */
export const planOf = (sound: Sound, choice: SoundChoice): SoundPlan => ({
  heard: heardTracks(sound, choice).flatMap((number) => sound.tracks[number - 1] ?? []),
})

/** The plan for a film whose sound nobody has looked at: its default track, as it is. */
export const usualPlan = ({ audio, tracks }: MediaInfo): SoundPlan => ({
  heard: tracks.filter(({ index }) => index === audio?.index).map(unchanged),
})

/** The plan for a video as it is stored. */
export const plannedSound = (
  { sound, sound_choice }: { readonly sound: Sound | null; readonly sound_choice: string | null },
  info: MediaInfo,
): SoundPlan => (sound ? planOf(sound, soundChoiceOf(sound_choice)) : usualPlan(info))

/** A track that is heard as it is. */
export const unchanged = ({ index, codec, channels, layout }: AudioTrack): SoundPlan['heard'][number] => ({
  stream: index,
  codec,
  channels,
  layout,
  playing: null,
  speech: null,
  speech_gain: 0,
})

/** The only track, if it is heard as it is, so that its packets can be copied; null for every other plan. */
export const unchangedTrack = ({ heard: [track, ...others] }: SoundPlan): SoundPlan['heard'][number] | null =>
  track && others.length === 0 && track.playing === null ? track : null

/** Samples of a mix per second. */
const MIX_RATE = 48_000
/** A filter that fills gaps with silence, so that sound and picture stay together. */
export const IN_TIME = 'aresample=async=1'
/** The same for a sound that begins at the film's 0, with silence if its track begins later. */
export const FROM_START = `${IN_TIME}:first_pts=0`

/** Name of the sound in ffmpeg's graph of filters. */
export const SOUND = '[sound]'

/**
 * ffmpeg's graph of filters that makes one sound of the tracks of a plan, as its documentation describes `pan` and
 * `amix`. The first input is the film. A track that is heard as it is passes unchanged.
 * @param then filters for the sound, after those of the plan
 * @returns a graph whose output is `SOUND`; null for a plan without sound
 */
export function soundGraph({ heard }: SoundPlan, use: SoundUse, then: readonly string[]): string | null {
  const [only, ...others] = heard
  if (!only) return null
  const filtersOf = use === 'speech' ? speechFilters : playingFilters
  if (others.length === 0) return `[0:${only.stream}]${[...filtersOf(only), ...then].join(',')}${SOUND}`
  const layout = use === 'speech' ? 'mono' : 'stereo'
  const format = `aformat=sample_rates=${MIX_RATE}:channel_layouts=${layout}`
  const chains = heard.map(
    (track, place) => `[0:${track.stream}]${[FROM_START, ...filtersOf(track), format].join(',')}[track${place}]`,
  )
  // Equal shares cannot be louder than the format allows.
  const weights = heard.map(() => (1 / heard.length).toFixed(6)).join(' ')
  const mix = `amix=inputs=${heard.length}:duration=longest:normalize=0:weights='${weights}'`
  const inputs = heard.map((_, place) => `[track${place}]`).join('')
  return [...chains, `${inputs}${[mix, ...then].join(',')}${SOUND}`].join(';')
}

const playingFilters = ({ layout, playing }: SoundPlan['heard'][number]): string[] =>
  playing ? [...stated(layout), pan('stereo', ...playing)] : []

const speechFilters = ({ layout, speech, speech_gain }: SoundPlan['heard'][number]): string[] => [
  ...(speech ? [...stated(layout), pan('mono', speech)] : []),
  ...(speech_gain > 0 ? [`volume=${speech_gain.toFixed(1)}dB`] : []),
]

/** Keeps the numbers of channels where the number of channels changes within a file. */
const stated = (layout: string | null): string[] => (layout ? [`aformat=channel_layouts=${layout}`] : [])

const pan = (layout: 'mono' | 'stereo', ...outputs: readonly (readonly number[])[]): string =>
  `pan=${[layout, ...outputs.map((gains, place) => `c${place}=${sum(gains)}`)].join('|')}`

const sum = (gains: readonly number[]): string => {
  const parts = gains.flatMap((gain, channel) => (gain === 0 ? [] : `${gain.toFixed(6)}*c${channel}`))
  return parts.join('+').replaceAll('+-', '-')
}
