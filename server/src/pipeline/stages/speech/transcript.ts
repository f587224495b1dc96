import { sql, type Transaction } from 'kysely'
import type { SpokenLine, TranscriptStart } from '../../../engines/engine.ts'
import { writeLines } from '../../../features/library/transcripts/lines/commands.ts'
import type { CueWord, Tables } from '../../../platform/db/schema.ts'
import { inChunks } from '../rows.ts'

/** A word of a line that may be wrong altogether. */
const withDoubt = (word: CueWord): CueWord => ({ ...word, unsure: true })

/** A line whose words say whether they may be wrong. */
export const doubted = (cue: SpokenLine): SpokenLine => (cue.unsure ? { ...cue, words: cue.words.map(withDoubt) } : cue)

/** The transcript of a video so far, as cues in order of time. */
export class Transcript {
  readonly #video_id: string
  readonly #engine: string
  readonly #settled: SpokenLine[]
  #pending: SpokenLine[] = []
  #until: number
  #stored: number

  /** @param earlier transcript from stored parts; null if there are none */
  constructor(video_id: string, engine: string, earlier: TranscriptStart | null) {
    this.#video_id = video_id
    this.#engine = engine
    this.#settled = [...(earlier?.cues ?? [])]
    this.#stored = this.#settled.length
    this.#until = earlier?.until ?? 0
  }

  /** The part of the transcript that an engine may continue. */
  get heard(): TranscriptStart {
    return { until: this.#until, cues: [...this.#settled] }
  }

  add(cue: SpokenLine): void {
    this.#pending.push(cue)
  }

  /** All cues that end before a time (seconds) have been added. */
  settle(until: number): void {
    for (const cue of this.#pending) this.#settled.push(cue)
    this.#pending = []
    this.#until = until
  }

  /** Drops cues that were added since the last settled time, since they are transcribed again. */
  forget(): void {
    this.#pending = []
  }

  /** Marks all cues as wrong perhaps, the stored ones too. @returns a function that writes them like `taken` */
  doubted(): (transaction: Transaction<Tables>) => Promise<void> {
    for (const [at, cue] of this.#settled.entries()) this.#settled[at] = { ...cue, unsure: true }
    const [video_id, engine, storeRest] = [this.#video_id, this.#engine, this.taken()]
    return async (transaction) => {
      // Parts that were stored before most of the film had been heard.
      await sql`
        update cues set text = '', words = (select jsonb_agg(word || '{"unsure": true}') from jsonb_array_elements(words) as word)
        where video_id = ${video_id} and engine = ${engine} and text <> '' and original is null`.execute(transaction)
      await storeRest(transaction)
    }
  }

  /** @returns a function that writes the cues settled since the last call, with the edits that people made in them */
  taken(): (transaction: Transaction<Tables>) => Promise<void> {
    const from = this.#stored
    this.#stored = this.#settled.length
    const rows = this.#settled.slice(from).map(({ start, end, text, language, words, speaker = null, unsure }, at) => ({
      video_id: this.#video_id,
      engine: this.#engine,
      number: from + at,
      start_time: start,
      end_time: end,
      // Nothing finds a line that may be wrong, as one whose words somebody has removed.
      text: unsure ? '' : text,
      language,
      words: JSON.stringify(unsure ? words.map(withDoubt) : words),
      speaker,
    }))
    return async (transaction) => {
      await inChunks(rows, (chunk) => transaction.insertInto('cues').values(chunk).execute())
      await writeLines(transaction, this.#video_id, this.#engine)
    }
  }
}
