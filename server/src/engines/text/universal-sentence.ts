import type { EngineEntry, TextEngine, TextRole } from '../engine.ts'
import { type EngineHost, hostEngine } from '../process/host.ts'
import type { open } from './universal-sentence.process.ts'

type Methods = Awaited<ReturnType<typeof open>>

const IDENTITY = { id: 'universal-sentence-encoder-lite-1', name: 'Universal Sentence Encoder lite' } as const
/** Texts of one call: what an abort loses at most. */
const TEXTS_A_CALL = 32
/** Milliseconds without a query after which the model's memory is given back; it loads in less than a second. */
const IDLE = 10 * 60_000

/** Puts English texts into one space by what they mean; needs no downloaded model. */
class UniversalSentenceEngine implements TextEngine {
  readonly id = IDENTITY.id
  readonly name = IDENTITY.name
  readonly dimensions = 512
  readonly languages = ['en']
  // Measured on the project's own reels: all that is nearer than 0.66 answers, and next to nothing that is farther than 0.4 does;
  // 0.2 of the way from 0.3 to 0.8 is where lines count at all.
  readonly cosines = { unrelated: 0.3, matching: 0.8 }
  readonly #hosts: Readonly<Record<TextRole, EngineHost<Methods>>>

  constructor() {
    const module = new URL('./universal-sentence.process.ts', import.meta.url)
    this.#hosts = {
      passage: hostEngine<Methods>({ module }),
      query: hostEngine<Methods>({ module, interactive: true, idle_ms: IDLE }),
    }
  }

  async *embed(texts: readonly string[], role: TextRole, signal?: AbortSignal): AsyncIterable<Float32Array> {
    for (let start = 0; start < texts.length; start += TEXTS_A_CALL)
      yield* await this.#hosts[role].call('embed', [texts.slice(start, start + TEXTS_A_CALL)], signal)
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
  obstacle: () => Promise.resolve(null),
  open: () => new UniversalSentenceEngine(),
}
