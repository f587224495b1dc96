import type { EngineEntry, TextEngine, TextRole } from '../engine.ts'
import { type EngineHost, hostEngine } from '../process/host.ts'
import { englishPart } from './english-words.ts'
import type { open } from './universal-sentence.process.ts'

type Methods = Awaited<ReturnType<typeof open>>

const IDENTITY = { id: 'universal-sentence-encoder-lite-2', name: 'Universal Sentence Encoder lite' } as const
/** Texts per call: limits the work that an abort loses. */
const TEXTS_A_CALL = 32
/** Least share of English words in a passage: others are names, plates and misread signs. */
const LEAST_UNDERSTOOD = 0.5
/** Milliseconds without a query after which the model is unloaded; it loads in less than a second. */
const IDLE = 10 * 60_000

/** Embeds English texts in one space by their meaning; needs no downloaded model. */
class UniversalSentenceEngine implements TextEngine {
  readonly id = IDENTITY.id
  readonly name = IDENTITY.name
  readonly dimensions = 512
  readonly languages = ['en']
  // Measured on the project's own reels: every text above 0.66 is an answer, and almost none below 0.4 is. Below 0.2 are
  // unrelated texts only.
  readonly cosines = { unrelated: 0.2, matching: 0.8 }
  readonly #hosts: Readonly<Record<TextRole, EngineHost<Methods>>>

  constructor() {
    const module = new URL('./universal-sentence.process.ts', import.meta.url)
    this.#hosts = {
      passage: hostEngine<Methods>({ module }),
      query: hostEngine<Methods>({ module, interactive: true, idle_ms: IDLE }),
    }
  }

  understands(text: string): number {
    return englishPart(text).share
  }

  /** Embeds the English words of a query, and passages of which at least half of the words are English. */
  async *embed(texts: readonly string[], role: TextRole, signal?: AbortSignal): AsyncIterable<Float32Array> {
    const readable = texts.map((text) => {
      const { share, words } = englishPart(text)
      return role === 'query' ? words : share >= LEAST_UNDERSTOOD ? text : ''
    })
    for (let start = 0; start < texts.length; start += TEXTS_A_CALL)
      yield* await this.#hosts[role].call('embed', [readable.slice(start, start + TEXTS_A_CALL)], signal)
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#hosts).map((host) => host.close()))
  }
}

/** The text engine that is always available: its model comes with a package. */
export const universal_sentence: EngineEntry<TextEngine> = {
  ...IDENTITY,
  models: [
    { title: 'Universal Sentence Encoder lite, as packaged by @energetic-ai', by: 'Google', licence: 'Apache-2.0' },
  ],
  languages: ['en'],
  obstacle: () => Promise.resolve(null),
  open: () => new UniversalSentenceEngine(),
}
