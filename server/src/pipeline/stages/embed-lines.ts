import { endsSentence } from '@footnote/contract/shared/language/spoken-words.ts'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { TextEngine } from '../../engines/engine.ts'
import { isChanged } from '../../features/library/transcripts/lines/queries.ts'
import type { Cues, Tables } from '../../platform/db/schema.ts'
import { embeddedRows, removeVectors, type StoredVector, storeVectors } from '../../platform/db/vectors/vectors.ts'
import type { VideoWork } from '../runner/video-work.ts'
import type { Stage } from './stage.ts'

/** A cue or a text span. Times in seconds. */
interface Line extends Pick<Selectable<Cues>, 'id' | 'start_time' | 'end_time' | 'text'> {
  /** BCP 47; null if unknown. */
  readonly language: string | null
}

/** Seconds of silence that end a sentence. */
const SENTENCE_PAUSE = 0.5

const SPEECH = { lines: 'speech', rows_of: 'cues' } as const

/** Embeds the meaning of spoken lines. */
export const speech_embedding = embeddingOf({
  stage: 'speech_embedding',
  ...SPEECH,
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
        const found = await readLines(work.db, video_id, { lines, rows_of })
        // Until all lines are stored, the last one may change, and it may continue the sentence of the one before.
        const settled = until === Infinity ? found : found.slice(0, -1)
        const report = until === Infinity ? onProgress : () => undefined
        const vectors = await embed(
          work,
          engine,
          passagesIn(found, passagesOf).slice(0, settled.length),
          embedded,
          report,
        )
        const store = async (transaction: Transaction<Tables>) => {
          const edited = rows_of === 'cues' && (await isChanged(transaction, video_id))
          const current = edited ? await withoutOutdated(transaction, video_id, vectors) : vectors
          for (const vector of vectors) if (!current.includes(vector)) embedded.delete(vector.row_id)
          await storeVectors(transaction, set, current)
          // Lines that were edited during this stage have no vector yet.
          if (edited && until === Infinity) await work.queue.enqueue(transaction, 'renew-transcript', { video_id })
        }
        if (until === Infinity) return { engine: engine.id, counts: { lines: embedded.size }, store }
        if (vectors.length > 0) await parts.keep(until, store)
      }
    },
    remove: async (transaction, video_id, engine) => {
      if (engine !== null) await removeVectors(transaction, { engine, rows_of }, video_id)
    },
  }
}

function passagesIn(lines: readonly Line[], passagesOf: Embedding['passagesOf']): Passage[] {
  const texts = passagesOf(lines)
  return lines.map(({ id, language }, at) => ({ id, language, text: texts[at] as string }))
}

/** The vectors of spoken lines whose passages are still the same. The caller has locked the video. */
async function withoutOutdated(
  transaction: Transaction<Tables>,
  video_id: string,
  vectors: readonly EmbeddedPassage[],
): Promise<EmbeddedPassage[]> {
  const passages = passagesIn(await readLines(transaction, video_id, SPEECH), sentencesOf)
  const texts = new Map(passages.map(({ id, text }) => [id, text]))
  return vectors.filter(({ row_id, text }) => texts.get(row_id) === text)
}

/**
 * Embeds the spoken lines of an indexed video that have no vector, because an edit took it.
 * @returns whether nobody edited them meanwhile
 */
export async function embedEdited(
  work: Pick<VideoWork, 'db' | 'video' | 'signal'>,
  engine: TextEngine,
  lock: (transaction: Transaction<Tables>) => Promise<void>,
): Promise<boolean> {
  const { db, video } = work
  const set = { engine: engine.id, rows_of: SPEECH.rows_of }
  const embedded = await embeddedRows(db, set, video.id)
  const passages = passagesIn(await readLines(db, video.id, SPEECH), sentencesOf)
  const vectors = await embed(work, engine, passages, embedded, () => undefined)
  return await db.transaction().execute(async (transaction) => {
    await lock(transaction)
    const current = await withoutOutdated(transaction, video.id, vectors)
    await storeVectors(transaction, set, current)
    return current.length === vectors.length
  })
}

/** A line and the text to embed for it. */
interface Passage extends Pick<Line, 'id' | 'language'> {
  readonly text: string
}

/** A vector, and what it is of. */
interface EmbeddedPassage extends StoredVector {
  readonly text: string
}

/** Embeds new passages, and adds their vectors to the earlier ones. */
async function embed(
  { video, signal }: Pick<VideoWork, 'video' | 'signal'>,
  engine: TextEngine,
  passages: readonly Passage[],
  embedded: Set<number>,
  onProgress: (share: number) => void,
): Promise<EmbeddedPassage[]> {
  const left = passages.filter(
    ({ id, language, text }) => text !== '' && !embedded.has(id) && understands(engine, language),
  )
  const vectors: EmbeddedPassage[] = []
  if (left.length === 0) return vectors
  const texts = left.map(({ text }) => text)
  for await (const vector of engine.embed(texts, 'passage', signal)) {
    const { id, text } = left[vectors.length] as Passage
    vectors.push({ row_id: id, video_id: video.id, vector, text })
    embedded.add(id)
    onProgress(embedded.size / passages.length)
  }
  return vectors
}

/** Lines in other languages are searched by words only. A tag may be malformed, since a model may have produced it. */
const understands = ({ languages }: Pick<TextEngine, 'languages'>, language: string | null): boolean =>
  languages === null || language === null || languages.includes(language.split('-')[0]!.toLowerCase())

/** The stored lines that are searched: an engine's, or those of people. */
async function readLines(
  db: Kysely<Tables>,
  video_id: string,
  { lines, rows_of }: Pick<Embedding, 'lines' | 'rows_of'>,
): Promise<Line[]> {
  const language = rows_of === 'cues' ? sql`line.language` : sql`null::text`
  const { rows } = await sql<Line>`
    select line.id, line.start_time, line.end_time, line.text, ${language} as language from ${sql.table(rows_of)} as line
      join shown_lines as done on done.video_id = line.video_id and done.stage = ${lines} and done.engine = line.engine
    where line.video_id = ${video_id} order by line.number`.execute(db)
  return rows
}

/**
 * A cue is as long as a line of subtitles, often a fragment with little meaning of its own. It is embedded together
 * with the adjacent cues of its sentence.
 */
export function sentencesOf(cues: readonly Line[]): string[] {
  return cues.map((cue, at) => {
    // An edit has taken its words.
    if (cue.text === '') return ''
    const [before, after] = [cues[at - 1], cues[at + 1]]
    const sentence = [before && goesOn(before, cue) ? before : null, cue, after && goesOn(cue, after) ? after : null]
    return sentence.flatMap((part) => part?.text ?? []).join(' ')
  })
}

function goesOn(one: Line, next: Line): boolean {
  return next.start_time - one.end_time < SENTENCE_PAUSE && !endsSentence(one.text.trimEnd())
}
