import type { Transaction } from 'kysely'
import type { TextSpan } from '../../engines/engine.ts'
import { Spans } from '../../engines/ocr/lines/spans.ts'
import type { Tables } from '../../platform/db/schema.ts'
import type { VideoWork } from '../runner/video-work.ts'
import { inChunks, removeRows } from './rows.ts'
import type { Stage } from './stage.ts'

/** Reads the text on the screen wherever it changes. */
export const ocr: Stage = {
  stage: 'ocr',
  needs: ['samples'],
  follows: true,
  status: 'PROCESSING_OCR',
  weight: 40,
  asked: ({ collection, engines }) => collection.ocr && engines.ocr.engine !== null,
  async run(work, onProgress, parts) {
    const { engine } = work.engines.ocr
    if (!engine) return { engine: null, store: async () => undefined }
    const { duration } = await work.info()
    const earlier = await earlierSpans(work, engine.id, parts.until)
    const spans = new Spans()
    let number = earlier.count
    let pictures = 0
    /**
     * Replaces the provisional spans of the last part.
     * @param standing spans that may still change, and are stored again
     */
    const taken = (standing: readonly TextSpan[]) => {
      const [from, ended] = [number, spans.taken()]
      number += ended.length
      return (transaction: Transaction<Tables>) =>
        store(transaction, work.video.id, engine.id, from, [...ended, ...standing])
    }
    for await (const { time, sample, text_changed } of work.samples()) {
      if (time < earlier.from) continue
      if (sample && text_changed) {
        spans.add({ time, lines: await engine.read(sample.file, work.signal) })
        pictures++
      }
      onProgress(Math.min(1, time / duration))
      if (time > (parts.until ?? -1) && parts.due(time)) await parts.keep(time, taken(spans.standing(time)))
    }
    spans.end(duration)
    const storeRest = taken([])
    return { engine: engine.id, counts: { pictures, spans: number }, store: storeRest }
  },
  remove: (transaction, video_id, engine) => removeRows(transaction, 'text_spans', video_id, engine),
}

/**
 * The result of earlier parts: the number of spans, and the time at which reading continues, in seconds. The text that
 * was on the screen at the end of the last part is read again from its beginning, since it may have continued.
 */
async function earlierSpans({ db, video }: VideoWork, engine: string, until: number | null) {
  if (until === null) return { count: 0, from: 0 }
  const last = await db
    .selectFrom('text_spans')
    .select(['number', 'start_time', 'end_time'])
    .where('video_id', '=', video.id)
    .where('engine', '=', engine)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.end_time === until) return { count: last.number, from: last.start_time }
  return { count: last ? last.number + 1 : 0, from: until }
}

/** @param from number of the first span; replaces the stored ones from there on */
async function store(
  transaction: Transaction<Tables>,
  video_id: string,
  engine: string,
  from: number,
  spans: readonly TextSpan[],
): Promise<void> {
  await transaction
    .deleteFrom('text_spans')
    .where('video_id', '=', video_id)
    .where('engine', '=', engine)
    .where('number', '>=', from)
    .execute()
  const rows = spans.map(({ start, end, text, confidence, line_confidences }, at) => ({
    video_id,
    engine,
    number: from + at,
    start_time: start,
    end_time: end,
    text,
    confidence,
    line_confidences: [...line_confidences],
  }))
  await inChunks(rows, (chunk) => transaction.insertInto('text_spans').values(chunk).execute())
}
