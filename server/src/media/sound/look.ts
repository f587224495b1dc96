import type { Sound, SoundTrack } from '@footnote/contract/nouns/library/videos/sound.ts'
import { MediaError } from '../media-error.ts'
import type { AudioTrack, MediaInfo } from '../probe.ts'
import type { MediaJob } from '../sandbox.ts'
import { type FindVoice, gainTo, mixChannels, speaks, speechOf } from './channels.ts'
import { listenTo, stretchesOf } from './listen.ts'
import { correlationOf, type Loudness, loudnessOf, type Samples, SILENT } from './measures.ts'
import { unchanged } from './plan.ts'

/** dB relative to full scale: quieter speech becomes louder for the engine. */
const QUIET = -38
/** Two tracks are the same recording from here on; of such, one is enough. */
const SAME = 0.9
/** Two tracks that are so opposite would cancel each other. */
const OPPOSITE = -0.7
/** A file may state more tracks than anybody made. */
const MOST_TRACKS = 16

/** A track, and what was heard in it. */
interface ListenedTrack {
  readonly number: number
  readonly track: SoundTrack
  readonly speech: Samples
  readonly loudness: Loudness
}

/**
 * Listens to the tracks of a film before anything is mixed, and decides what is heard: which tracks, and which of their
 * channels.
 * @param input absolute path
 * @param findVoice null where there is no detector of voices: levels and correlation alone decide
 * @throws MediaError when the machine is at fault; a track that cannot be decoded counts as silent
 */
export async function lookAtSound(
  job: MediaJob,
  input: string,
  info: MediaInfo,
  findVoice: FindVoice | null,
): Promise<Sound> {
  const tracks = info.tracks.slice(0, MOST_TRACKS)
  const channels = tracks.reduce((sum, track) => sum + track.channels, 0)
  const stretches = stretchesOf(info.duration, channels)
  const heard: ListenedTrack[] = []
  for (const [place, track] of tracks.entries()) {
    const samples = await decoded(() => listenTo(job, input, track, stretches), track.channels)
    heard.push(await lookAtTrack(track, place + 1, samples, findVoice))
  }
  return { tracks: heard.map(({ track }) => track), heard: await chooseTracks(heard, info.audio?.index, findVoice) }
}

async function decoded(listen: () => Promise<Samples[]>, channels: number): Promise<Samples[]> {
  try {
    return await listen()
  } catch (error) {
    const broken = error instanceof MediaError && (error.caused_by_file || error.code === 'media_failed')
    if (!broken) throw error
    return Array.from({ length: channels }, () => new Float32Array(0))
  }
}

async function lookAtTrack(
  track: AudioTrack,
  number: number,
  channels: readonly Samples[],
  findVoice: FindVoice | null,
): Promise<ListenedTrack> {
  const mix = await mixChannels(channels, track.layout, findVoice)
  const speech = speechOf(channels, mix)
  const loudness = loudnessOf(speech)
  const silent = loudness.level < SILENT && channels.every((samples) => loudnessOf(samples).level < SILENT)
  const { title, language } = track
  const speech_gain = silent || loudness.level > QUIET ? 0 : Math.round(gainTo(loudness.level))
  return {
    number,
    track: { ...unchanged(track), title, language, silent, ...mix, speech_gain },
    speech,
    loudness,
  }
}

/** @param usual stream of the default track @returns numbers of tracks */
async function chooseTracks(
  tracks: readonly ListenedTrack[],
  usual: number | undefined,
  findVoice: FindVoice | null,
): Promise<number[]> {
  const byDefault = tracks.filter(({ track }) => track.stream === usual)
  const audible = tracks.filter(({ track }) => !track.silent)
  if (audible.length < 2) return numbersOf(audible.length > 0 ? audible : byDefault)
  const speaking: ListenedTrack[] = []
  for (const each of audible) if (await speaks(each.speech, each.loudness, findVoice)) speaking.push(each)
  const wanted = speaking.length > 0 ? speaking : audible
  if (audible.every(isOfOneRecorder(audible))) return numbersOf(withoutCopies(wanted))
  return numbersOf(
    wanted
      .filter((each) => byDefault.includes(each))
      .concat(wanted)
      .slice(0, 1),
  )
}

const numbersOf = (tracks: readonly ListenedTrack[]): number[] => tracks.map(({ number }) => number)

/** A recorder writes a track of one channel for each microphone. Dubbed films have a language for each track. */
const isOfOneRecorder =
  ([first]: readonly ListenedTrack[]) =>
  ({ track }: ListenedTrack): boolean =>
    track.channels === 1 && track.language === first?.track.language

/** Leaves out tracks that are the same recording as another one, the clipped first. */
function withoutCopies(tracks: readonly ListenedTrack[]): ListenedTrack[] {
  const kept: ListenedTrack[] = []
  for (const each of tracks.toSorted((one, other) => Number(one.loudness.clipped) - Number(other.loudness.clipped)))
    if (kept.every(({ speech }) => !isCopy(correlationOf(speech, each.speech)))) kept.push(each)
  return kept.toSorted((one, other) => one.number - other.number)
}

const isCopy = (correlation: number): boolean => correlation >= SAME || correlation <= OPPOSITE
