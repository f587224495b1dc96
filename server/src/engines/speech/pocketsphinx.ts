import type { EngineEntry, Listening, SpeechEngine, SpokenLine, Word } from '../engine.ts'
import { EngineError } from '../engine-error.ts'
import { cuesOf } from './cues.ts'
import { decodeUtterances, findInstallation, type Installation } from './decoder.ts'
import { findUtterances, secondsOf, type Utterance } from './sound/activity.ts'
import { listen } from './sound/sound.ts'
import type { WavLayout } from './sound/wav.ts'

const IDENTITY = { id: 'pocketsphinx-1', name: 'PocketSphinx' }
const LANGUAGE = 'en'

/** Seconds of speech that are reported together. The least outweighs loading the models in one more process. */
const GROUP_SECONDS = { least: 20, most: 90 }
/** Share of the work for finding speech. */
const LISTENING_SHARE = 0.05

/** English speech by PocketSphinx, as Debian packages it: small, fast and always available, with many wrong words. */
export const pocketsphinx: EngineEntry<SpeechEngine> = {
  ...IDENTITY,
  models: [{ title: 'US English of CMU Sphinx', licence: 'BSD-2-Clause', by: 'Carnegie Mellon University' }],
  languages: [LANGUAGE],
  async obstacle() {
    const found = await findInstallation()
    if (!('missing' in found)) return null
    return found.missing === 'program'
      ? 'Speech was not transcribed: the program PocketSphinx is not installed.'
      : 'Speech was not transcribed: the English model of PocketSphinx is not installed.'
  },
  open({ threads }) {
    const closing = new AbortController()
    return {
      ...IDENTITY,
      languages: [LANGUAGE],
      transcribe: (file, listening = {}) =>
        transcribe(file, threads, {
          ...listening,
          signal: listening.signal ? AbortSignal.any([listening.signal, closing.signal]) : closing.signal,
        }),
      async close() {
        closing.abort(new EngineError('closed', 'The engine was closed.'))
      },
    }
  },
}

async function* transcribe(
  file: string,
  threads: number,
  { heard, onHeard, onProgress, signal }: Listening & { readonly signal: AbortSignal },
): AsyncGenerator<SpokenLine> {
  const installation = await findInstallation()
  if ('missing' in installation)
    throw new EngineError('not_started', `PocketSphinx's ${installation.missing} is missing.`)
  const { layout, frames } = await listen(file, signal)
  const groups = groupsOf(findUtterances(frames), threads)
  // On a machine with other threads a group may have been transcribed in part.
  const isLeft = ({ end }: Utterance) => end > (heard?.until ?? 0)
  const left = groups.map((group) => group.filter(isLeft)).filter((group) => group.length > 0)
  const earlier = groups.length - left.length
  let done = 0
  onProgress?.(LISTENING_SHARE)
  for await (const words of decodeGroups(installation, file, layout, left, threads, signal)) {
    yield* cuesOf(words, LANGUAGE)
    await onHeard?.(endOf(left[done] as Utterance[]))
    done++
    onProgress?.(LISTENING_SHARE + (1 - LISTENING_SHARE) * ((earlier + done) / groups.length))
  }
  if (groups.length === 0) onProgress?.(1)
}

/** End of a group, in seconds. */
const endOf = (group: readonly Utterance[]): number => group.at(-1)?.end ?? 0

/**
 * Groups successive utterances: short sound is divided among the threads, long sound into groups of the maximum size.
 * The first group is the smallest, since somebody may wait for its words.
 */
function groupsOf(utterances: readonly Utterance[], threads: number): Utterance[][] {
  const total = secondsOf(utterances)
  const size = Math.max(GROUP_SECONDS.least, Math.min(GROUP_SECONDS.most, total / threads))
  const groups: Utterance[][] = []
  let seconds = Infinity
  for (const utterance of utterances) {
    if (seconds >= (groups.length === 1 ? GROUP_SECONDS.least : size)) {
      groups.push([])
      seconds = 0
    }
    groups.at(-1)?.push(utterance)
    seconds += utterance.end - utterance.start
  }
  return groups
}

/** Decodes groups in parallel, one process per thread, and yields their words in order. */
async function* decodeGroups(
  installation: Installation,
  file: string,
  layout: WavLayout,
  groups: readonly Utterance[][],
  threads: number,
  signal: AbortSignal,
): AsyncGenerator<Word[][]> {
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  const decoded = groups.map(() => Promise.withResolvers<Word[][]>())
  // Prevents an unhandled rejection: the error is thrown when the group's turn comes.
  for (const { promise } of decoded) promise.catch(() => {})
  const running = sharesOf(groups, threads).map(async (share) => {
    const utterances = share.flatMap((group) => groups[group] as Utterance[])
    try {
      let [words, place]: [Word[][], number] = [[], 0]
      for await (const said of decodeUtterances(installation, file, layout, utterances, either)) {
        words.push(said)
        const group = share[place] as number
        if (words.length < (groups[group] as Utterance[]).length) continue
        decoded[group]?.resolve(words)
        words = []
        place++
      }
    } catch (error) {
      for (const group of share) decoded[group]?.reject(error)
    }
  })
  try {
    for (const { promise } of decoded) yield await promise
  } finally {
    stop.abort()
    await Promise.all(running)
  }
}

/** Shares groups out: each goes to the process with the least sound before it. @returns places of each one's groups */
function sharesOf(groups: readonly Utterance[][], processes: number): number[][] {
  const shares = Array.from({ length: Math.min(processes, groups.length) }, () => ({
    places: [] as number[],
    seconds: 0,
  }))
  for (const [place, group] of groups.entries()) {
    const [least] = shares.toSorted((one, other) => one.seconds - other.seconds)
    least?.places.push(place)
    if (least) least.seconds += secondsOf(group)
  }
  return shares.map(({ places }) => places)
}
