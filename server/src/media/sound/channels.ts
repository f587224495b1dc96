import { largest } from '@footnote/contract/shared/extremes.ts'
import { correlationOf, type Loudness, louder, loudnessOf, mixed, type Samples, SILENT } from './measures.ts'

/** Finds voices in a sound of one channel, 16,000 samples a second. @returns seconds of speech */
export type FindVoice = (samples: Int16Array) => Promise<number>

/** How the channels of a track are heard: gains as in `SoundTrack`. */
export interface ChannelMix {
  readonly playing: readonly [left: readonly number[], right: readonly number[]] | null
  readonly speech: readonly number[] | null
}

/** dB: a channel that is this much quieter than another one has only what spills over. */
const SPILL = 30
/** Two channels are the same from here on. */
const SAME = 0.7
/** dB between loud and quiet moments of noise, hum and tones; speech and music have more. */
const STEADY = 6
/** Seconds of voice from which on a channel has a speaker: fewer may be a detector's mistake. */
const VOICE = 1
/** The loudness that a detector of voices gets, in dB relative to full scale, and the largest gain in dB. */
const USUAL = -20
const MOST_GAIN = 60

const AS_IT_IS: ChannelMix = { playing: null, speech: null }

/** dB that bring a sound to the loudness of ordinary speech. */
export const gainTo = (level: number): number => Math.min(MOST_GAIN, Math.max(0, USUAL - level))

/**
 * Whether somebody speaks in a sound, however quiet it is. Without a detector a sound whose loudness changes counts as
 * speech.
 */
export async function speaks(samples: Samples, loudness: Loudness, findVoice: FindVoice | null): Promise<boolean> {
  if (loudness.level < SILENT) return false
  return findVoice ? (await voiceIn(samples, loudness, findVoice)) >= VOICE : loudness.range >= STEADY
}

/** Seconds of voice. */
const voiceIn = async (samples: Samples, { level }: Loudness, findVoice: FindVoice): Promise<number> =>
  level < SILENT ? 0 : await findVoice(louder(samples, gainTo(level)))

/**
 * Decides how the channels of a track are heard: what is usual, unless that would lose words.
 * @param layout ffmpeg's name of the layout of channels, if known
 * @param findVoice null: levels and correlation alone decide
 */
export async function mixChannels(
  channels: readonly Samples[],
  layout: string | null,
  findVoice: FindVoice | null,
): Promise<ChannelMix> {
  const [left, right] = channels
  if (channels.length === 2 && left && right) return await mixTwo([left, right], findVoice)
  return channels.length > 2 ? await mixMany(channels, layout, findVoice) : AS_IT_IS
}

async function mixTwo(channels: readonly [Samples, Samples], findVoice: FindVoice | null): Promise<ChannelMix> {
  const loudness = channels.map(loudnessOf) as [Loudness, Loudness]
  const [left, right] = [loudness[0].level, loudness[1].level]
  const loud = left >= right ? 0 : 1
  const [most, least] = [Math.max(left, right), Math.min(left, right)]
  if (most < SILENT) return AS_IT_IS
  if (least < SILENT) return oneSide(loud, true)
  const correlation = correlationOf(...channels)
  if (correlation <= -SAME)
    return {
      playing: [
        [1, 0],
        [0, -1],
      ],
      speech: [0.5, -0.5],
    }
  const far = most - least > SPILL
  if (correlation >= SAME) return far ? oneSide(loud, true) : unclipped(loudness)
  const speakers: number[] = []
  for (const [at, samples] of channels.entries())
    if (await speaks(samples, loudness[at] as Loudness, findVoice)) speakers.push(at)
  const [speaker] = speakers
  if (speakers.length !== 1 || speaker === undefined) return AS_IT_IS
  const other = loudness[1 - speaker] as Loudness
  // Music and effects beside a voice belong to the film, but not to its words.
  return oneSide(speaker, other.range < STEADY || levelOf(loudness[speaker]) - other.level > SPILL)
}

/** One channel of two. @param playing whether it is also what plays, on both sides */
function oneSide(channel: number, playing: boolean): ChannelMix {
  const gains = channel === 0 ? [1, 0] : [0, 1]
  return { playing: playing ? [gains, gains] : null, speech: gains }
}

/** The channel that is not cut off, of two that are the same. */
const unclipped = ([left, right]: readonly [Loudness, Loudness]): ChannelMix =>
  left.clipped === right.clipped ? AS_IT_IS : { playing: null, speech: left.clipped ? [0, 1] : [1, 0] }

/** Layouts of ffmpeg with a centre, which is their third channel. */
const WITH_CENTRE = /^(?:[3-7]\.[01](?:\((?:side|front|wide|wide-side)\))?|hexagonal|octagonal)$/
const CENTRE = 2
/** So many times the seconds of voice in the centre are more than a detector's differences. */
const MORE = 1.25
/** Layouts with a channel of deep tones alone, and its place. */
const bassOf = (layout: string | null): number => (layout === '2.1' ? 2 : /^[3-7]\.1/.test(layout ?? '') ? 3 : -1)

/** More than two channels play as usual. Their words come from the centre, or else from all channels with a voice. */
async function mixMany(
  channels: readonly Samples[],
  layout: string | null,
  findVoice: FindVoice | null,
): Promise<ChannelMix> {
  const loudness = channels.map(loudnessOf)
  const bass = bassOf(layout)
  const audible = channels.flatMap((_, at) => (at !== bass && levelOf(loudness[at]) >= SILENT ? at : []))
  if (layout && WITH_CENTRE.test(layout) && (await isInCentre(channels, loudness, audible, findVoice)))
    return { playing: null, speech: channels.map((_, at) => (at === CENTRE ? 1 : 0)) }
  const speakers: number[] = []
  for (const at of audible)
    if (await speaks(channels[at] as Samples, loudness[at] as Loudness, findVoice)) speakers.push(at)
  return { playing: null, speech: together(channels, speakers.length > 0 ? speakers : audible) }
}

const levelOf = (loudness: Loudness | undefined): number => loudness?.level ?? Number.NEGATIVE_INFINITY

/** Whether the words are in the centre, and no more of them in the front channels beside it. */
async function isInCentre(
  channels: readonly Samples[],
  loudness: readonly Loudness[],
  audible: readonly number[],
  findVoice: FindVoice | null,
): Promise<boolean> {
  if (!audible.includes(CENTRE)) return false
  if (!findVoice) return levelOf(loudness[CENTRE]) > largest(loudness.map(levelOf)) - SPILL
  const voices: number[] = []
  for (const at of [0, 1, CENTRE])
    voices.push(audible.includes(at) ? await voiceIn(channels[at] as Samples, loudness[at] as Loudness, findVoice) : 0)
  const [left = 0, right = 0, centre = 0] = voices
  return centre >= VOICE && Math.max(left, right) <= MORE * centre
}

/** Equal shares of some channels, turned round where they would cancel the first of them. */
function together(channels: readonly Samples[], places: readonly number[]): readonly number[] | null {
  const first = channels[places[0] ?? -1]
  if (!first) return null
  const share = (at: number) => {
    const turned = correlationOf(first, channels[at] as Samples) <= -SAME
    return (turned ? -1 : 1) / places.length
  }
  return channels.map((_, at) => (places.includes(at) ? share(at) : 0))
}

/** The sound that an engine would get, without its gain. */
export const speechOf = (channels: readonly Samples[], { speech }: ChannelMix): Samples =>
  mixed(channels, speech ?? channels.map(() => 1 / channels.length))
