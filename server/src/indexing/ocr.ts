import { type SampleReading, spansOf } from '../engines/ocr/spans.ts'
import { inChunks, removeRows } from './rows.ts'
import type { Stage } from './stage.ts'

/** Reads what stands on the screen, wherever it changed. */
export const ocr: Stage = {
  stage: 'ocr',
  needs: ['samples'],
  kind: 'ocr',
  status: 'PROCESSING_OCR',
  weight: 40,
  asked: ({ collection, engines }) => collection.ocr && engines.ocr.engine !== null,
  async run(work, onProgress) {
    const { engine } = work.engines.ocr
    if (!engine) return { engine: null, store: async () => undefined }
    const [{ frames }, { duration }] = await Promise.all([work.samples(), work.info()])
    const changed = frames.flatMap(({ sample, text_changed }) => (sample && text_changed ? [sample] : []))
    const readings: SampleReading[] = []
    for (const { time, file } of changed) {
      readings.push({ time, lines: await engine.read(file, work.signal) })
      onProgress(readings.length / changed.length)
    }
    const video_id = work.video.id
    const rows = spansOf(readings, duration).map(({ start, end, text, confidence, line_confidences }, number) => ({
      video_id,
      engine: engine.id,
      number,
      start_time: start,
      end_time: end,
      text,
      confidence,
      line_confidences: [...line_confidences],
    }))
    return {
      engine: engine.id,
      counts: { pictures: readings.length, spans: rows.length },
      async store(transaction) {
        await removeRows(transaction, 'text_spans', video_id, engine.id)
        await inChunks(rows, (chunk) => transaction.insertInto('text_spans').values(chunk).execute())
      },
    }
  },
  remove: (transaction, video_id, engine) => removeRows(transaction, 'text_spans', video_id, engine),
}
