import type { EngineEntry, Listening, SpeechEngine, SpokenLine, Word } from '../engine.ts'
import { EngineError } from '../engine-error.ts'
import { cuesOf } from './cues.ts'
import { decodeUtterances, findInstallation, type Installation } from './decoder.ts'
import { findUtterances, type Utterance } from './sound/activity.ts'
import { listen } from './sound/sound.ts'
import type { WavLayout } from './sound/wav.ts'

const IDENTITY = { id: 'pocketsphinx-1', name: 'PocketSphinx' }
const LANGUAGE = 'en'

/**
 * Seconds of speech per decoder process: long enough to outweigh loading the models, short enough to report progress.
 */
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
  const total = utterances.reduce((sum, { start, end }) => sum + end - start, 0)
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
  const running: Promise<Word[][]>[] = []
  let next = 0
  try {
    while (next < groups.length || running.length > 0) {
      while (next < groups.length && running.length < threads) {
        const decoding = decodeUtterances(installation, file, layout, groups[next] as Utterance[], either)
        // Prevents an unhandled rejection: the error is thrown when the group's turn comes.
        decoding.catch(() => {})
        running.push(decoding)
        next++
      }
      yield await (running.shift() as Promise<Word[][]>)
    }
  } finally {
    stop.abort()
    await Promise.allSettled(running)
  }
}
