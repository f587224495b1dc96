import { endsSentence } from '@footnote/contract/shared/language/spoken-words.ts'
import { sql, type Transaction } from 'kysely'
import type { TextEngine } from '../../engines/engine.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { embeddedRows, removeVectors, type StoredVector, storeVectors } from '../../platform/db/vectors.ts'
import type { VideoWork } from '../runner/video-work.ts'
import type { Stage } from './stage.ts'

/** A cue or a text span. Times in seconds. */
interface Line {
  readonly id: number
  readonly start_time: number
  readonly end_time: number
  readonly text: string
  /** BCP 47; null if unknown. */
  readonly language: string | null
}

/** Seconds of silence that end a sentence. */
const SENTENCE_PAUSE = 0.5

/** Embeds the meaning of spoken lines. */
export const speech_embedding = embeddingOf({
  stage: 'speech_embedding',
  lines: 'speech',
  rows_of: 'cues',
  status: 'PROCESSING_SPEECH',
  asked: ({ collection }) => collection.audio,
  passagesOf: sentencesOf,
})

/** Embeds the meaning of on-screen texts. */
export const ocr_embedding = embeddingOf({
  stage: 'ocr_embedding',
  lines: 'ocr',
  rows_of: 'text_spans',
  status: 'PROCESSING_OCR',
  asked: ({ collection }) => collection.ocr,
  passagesOf: (spans) => spans.map(({ text }) => text),
})

interface Embedding extends Pick<Stage, 'stage' | 'status'> {
  /** The stage that finds the lines. */
  readonly lines: 'speech' | 'ocr'
  readonly rows_of: 'cues' | 'text_spans'
  asked(work: Parameters<Stage['asked']>[0]): boolean
  /** The text to embed for each line, in the order of time. */
  passagesOf(lines: readonly Line[]): string[]
}

/** Makes lines searchable by meaning. Without an engine for their language, they stay searchable by words. */
function embeddingOf({ stage, lines, rows_of, status, asked, passagesOf }: Embedding): Stage {
  return {
    stage,
    needs: [lines],
    follows: true,
    status,
    weight: 3,
    asked: (work) => asked(work) && work.engines.text.engine !== null,
    async run(work, onProgress, parts) {
      const { engine } = work.engines.text
      if (!engine) return { engine: null, store: async () => undefined }
      const video_id = work.video.id
      const set = { engine: engine.id, rows_of }
      const embedded = parts.until === null ? new Set<number>() : await embeddedRows(work.db, set, video_id)
      for (let until = -1; ; ) {
        until = await parts.followed(until)
        const found = await readLines(work, lines, rows_of)
        // Until all lines are stored, the last one may change, and it may continue the sentence of the one before.
        const settled = until === Infinity ? found : found.slice(0, -1)
        const report = until === Infinity ? onProgress : () => undefined
        const vectors = await embed(work, engine, passages(found, settled.length), embedded, report)
        const store = (transaction: Transaction<Tables>) => storeVectors(transaction, set, vectors)
        if (until === Infinity) return { engine: engine.id, counts: { lines: embedded.size }, store }
        if (vectors.length > 0) await parts.keep(until, store)
      }
    },
    remove: async (transaction, video_id, engine) => {
      if (engine !== null) await removeVectors(transaction, { engine, rows_of }, video_id)
    },
  }

  /** The passages of the first lines. */
  function passages(found: readonly Line[], count: number): Passage[] {
    const texts = passagesOf(found)
    return found.slice(0, count).map(({ id, language }, at) => ({ id, language, text: texts[at] as string }))
  }
}

/** A line and the text to embed for it. */
interface Passage extends Pick<Line, 'id' | 'language'> {
  readonly text: string
}

/** Embeds new passages, and adds their vectors to the earlier ones. */
async function embed(
  { video, signal }: VideoWork,
  engine: TextEngine,
  passages: readonly Passage[],
  embedded: Set<number>,
  onProgress: (share: number) => void,
): Promise<StoredVector[]> {
  const left = passages.filter(({ id, language }) => !embedded.has(id) && understands(engine, language))
  const vectors: StoredVector[] = []
  if (left.length === 0) return vectors
  const texts = left.map(({ text }) => text)
  for await (const vector of engine.embed(texts, 'passage', signal)) {
    const { id } = left[vectors.length] as Passage
    vectors.push({ row_id: id, video_id: video.id, vector })
    embedded.add(id)
    onProgress(embedded.size / passages.length)
  }
  return vectors
}

/** Lines in other languages are searched by words only. A tag may be malformed, since a model may have produced it. */
const understands = ({ languages }: Pick<TextEngine, 'languages'>, language: string | null): boolean =>
  languages === null || language === null || languages.includes(language.split('-')[0]!.toLowerCase())

/** The stored lines of the engine whose rows are searched. */
async function readLines({ db, video }: VideoWork, stage: string, table: Embedding['rows_of']): Promise<Line[]> {
  const language = table === 'cues' ? sql`line.language` : sql`null::text`
  const { rows } = await sql<Line>`
    select line.id, line.start_time, line.end_time, line.text, ${language} as language from ${sql.table(table)} as line
      join video_stages as done on done.video_id = line.video_id and done.stage = ${stage} and done.engine = line.engine
    where line.video_id = ${video.id} order by line.number`.execute(db)
  return rows
}

/**
 * A cue is as long as a line of subtitles, often a fragment with little meaning of its own. It is embedded together
 * with the adjacent cues of its sentence.
 */
function sentencesOf(cues: readonly Line[]): string[] {
  return cues.map((cue, at) => {
    const [before, after] = [cues[at - 1], cues[at + 1]]
    const sentence = [before && goesOn(before, cue) ? before : null, cue, after && goesOn(cue, after) ? after : null]
    return sentence.flatMap((part) => part?.text ?? []).join(' ')
  })
}

function goesOn(one: Line, next: Line): boolean {
  return next.start_time - one.end_time < SENTENCE_PAUSE && !endsSentence(one.text.trimEnd())
}
