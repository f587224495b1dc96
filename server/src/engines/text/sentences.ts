import { BETWEEN_QUESTIONS, HalfHosts, obstacleOf } from '../embedding/half-hosts.ts'
import type { EngineEntry, EngineSettings, TextEngine, TextRole } from '../engine.ts'
import { creditOf } from '../models/catalogue/catalogue.ts'
import type { SentenceModel } from './sentence-models.ts'

/** Texts per call: limits the work that an abort loses, and the time of the longest answer. */
const TEXTS_A_CALL = 64
/** Passages have low priority. Queries do not, since somebody waits, and their process stays loaded for a while. */
const USES = {
  passage: { half: 'text' },
  query: { half: 'text', interactive: true, idle_ms: BETWEEN_QUESTIONS },
} as const

/** Embeds texts of any language in one space by their meaning. */
class SentenceEngine implements TextEngine {
  readonly id: string
  readonly name: string
  readonly dimensions: number
  readonly languages = null
  readonly cosines: TextEngine['cosines']
  readonly #prefixes: SentenceModel['prefixes']
  readonly #hosts: HalfHosts<TextRole>

  constructor(model: SentenceModel, settings: EngineSettings) {
    this.id = model.id
    this.name = model.name
    this.dimensions = model.dimensions
    this.cosines = model.cosines
    this.#prefixes = model.prefixes
    this.#hosts = new HalfHosts(model, settings, USES)
  }

  /** Its pieces of words cover the writing of a hundred languages. */
  understands(): number {
    return 1
  }

  async *embed(texts: readonly string[], role: TextRole, signal?: AbortSignal): AsyncIterable<Float32Array> {
    const host = await this.#hosts.get(role)
    const prefixed = texts.map((text) => this.#prefixes[role] + text)
    for (let start = 0; start < prefixed.length; start += TEXTS_A_CALL)
      yield* await host.call('embed', [prefixed.slice(start, start + TEXTS_A_CALL)], signal)
  }

  close(): Promise<void> {
    return this.#hosts.close()
  }
}

/** The engine that runs one sentence model. */
export const sentences = (model: SentenceModel): EngineEntry<TextEngine> => ({
  id: model.id,
  name: model.name,
  models: creditOf(model.folder),
  languages: null,
  weights: [model.folder],
  obstacle: (settings) => obstacleOf(model, settings),
  open: (settings) => new SentenceEngine(model, settings),
})
