import type { EngineEntry, EngineSettings, Listening, SpeechEngine, SpokenLine, Word } from '../../engine.ts'
import { EngineError } from '../../engine-error.ts'
import { creditOf } from '../../models/catalogue/catalogue.ts'
import { type MoonshineSize, packagedName } from '../../models/catalogue/packaged-speech.ts'
import { areInstalled } from '../../models/pinned-file.ts'
import { type EngineHost, hostEngine } from '../../process/host.ts'
import { quietestIn, type Utterance } from '../sound/utterances.ts'
import { SILERO } from '../sound/voice.ts'
import { readStretch } from '../stretch.ts'
import { type HeardStretch, linesOf, type ToHear } from '../transcription.ts'
import type { MoonshineSettings, open, StretchText } from './moonshine.process.ts'
import { MOONSHINE_FILES } from './weights.ts'

type Methods = Awaited<ReturnType<typeof open>>

const LANGUAGE = 'en'
/** Seconds: longer speech without a pause is heard in pieces that are cut where it is quiet. */
const LONGEST = 15
/** Seconds: a piece with a voice and without words is cut in half, unless it is shorter than this. */
const LEAST_HALVED = 2
/** Seconds: a word that ends so near to a cut may have been cut, so that the next piece begins with it. */
const NEAR_CUT = 0.15
/** Seconds of speech after the last word from which on the model has stopped too early, and hears the rest again. */
const REST = 3
/** Seconds of sound that may hold a word. */
const LEAST = 0.1
/**
 * Mean logarithm of the tokens' probabilities below which the words may be wrong altogether. docs/reference/speech.md
 * has the measurements.
 */
const UNSURE = -0.6

/** English speech by Moonshine, whose weights come with a package. */
class Moonshine implements SpeechEngine {
  readonly id: string
  readonly name: string
  readonly languages = [LANGUAGE]
  readonly #settings: EngineSettings
  readonly #host: EngineHost<Methods>
  readonly #closing = new AbortController()

  constructor(size: MoonshineSize, settings: EngineSettings) {
    this.id = idOf(size)
    this.name = nameOf(size)
    this.#settings = settings
    this.#host = hostEngine<Methods>({
      module: new URL('./moonshine.process.ts', import.meta.url),
      settings: { size, threads: settings.threads } satisfies MoonshineSettings,
    })
  }

  transcribe(file: string, { language: _, ...listening }: Listening = {}): AsyncGenerator<SpokenLine> {
    const settings = {
      ...this.#settings,
      longest: Number.POSITIVE_INFINITY,
      closing: this.#closing.signal,
    }
    return linesOf(file, listening, settings, (speech) => this.#hear(speech))
  }

  async close(): Promise<void> {
    this.#closing.abort(new EngineError('closed', 'The engine was closed.'))
    await this.#host.close()
  }

  async *#hear(speech: ToHear): AsyncGenerator<HeardStretch> {
    for await (const { start, end } of speech.utterances) {
      for (let from = Math.max(start, speech.after); end - from > LEAST; ) {
        const piece = { start: from, end: pieceEnd(speech, from, end) }
        const { words, log_prob, tokens, looped } = await this.#hearPiece(speech, piece)
        const next = nextStart(words, piece, end)
        const kept = words.filter((word) => word.start < next)
        yield { end: next, words: kept, language: LANGUAGE, unsure: looped || log_prob < UNSURE * tokens }
        from = next
      }
    }
  }

  async #hearPiece(speech: ToHear, { start, end }: Utterance): Promise<StretchText> {
    const { file, layout, levels } = speech.sound
    const samples = await readStretch({ file, layout, start, end })
    const said = await this.#host.call('hear', [samples, start], speech.signal)
    if (said.words.length > 0 || end - start < LEAST_HALVED) return said
    const quarter = (end - start) / 4
    const middle = quietestIn(levels, start + quarter, end - quarter)
    const first = await this.#hearPiece(speech, { start, end: middle })
    const second = await this.#hearPiece(speech, { start: middle, end })
    return {
      words: [...first.words, ...second.words],
      tokens: first.tokens + second.tokens,
      log_prob: first.log_prob + second.log_prob,
      looped: first.looped || second.looped,
    }
  }
}

function pieceEnd({ sound }: ToHear, start: number, end: number): number {
  return end - start <= LONGEST ? end : quietestIn(sound.levels, start + LONGEST / 2, start + LONGEST)
}

/** Where the next piece begins: at a word that the cut may have split, or where the model stopped too early. */
function nextStart(words: readonly Word[], piece: Utterance, end: number): number {
  const last = words.at(-1)
  if (!last) return piece.end
  // A piece that begins where the one before began would be heard for ever.
  if (piece.end - last.end > REST && last.end - piece.start > LEAST) return last.end
  const split = piece.end < end && words.length > 1 && piece.end - last.end < NEAR_CUT
  return split && last.start - piece.start > LEAST ? last.start : piece.end
}

const idOf = (size: MoonshineSize) => `${packagedName(size)}-1`
const nameOf = (size: MoonshineSize) => `Moonshine ${size}`

/** The engine that runs a size of Moonshine. */
export const moonshine = (size: MoonshineSize): EngineEntry<SpeechEngine> => ({
  id: idOf(size),
  name: nameOf(size),
  models: [
    { title: `Moonshine ${size}, as packaged by @usefulsensors`, licence: 'MIT', by: 'Useful Sensors' },
    { title: 'Silero VAD 6.2, as packaged by @ricky0123', licence: 'MIT', by: 'Silero Team' },
    ...['speaker-segmentation', 'speaker-embedding'].flatMap(creditOf),
  ],
  languages: [LANGUAGE],
  async obstacle() {
    const { encoder, decoder } = MOONSHINE_FILES[size]
    return (await areInstalled([encoder, decoder, SILERO])) ? null : 'The models for speech are not installed.'
  },
  open: (settings) => new Moonshine(size, settings),
})
