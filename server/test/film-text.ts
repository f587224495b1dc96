import type { OcrEngine, TextSpan } from '../src/engines/engine.ts'
import { Spans } from '../src/engines/ocr/lines/spans.ts'
import { ppocr } from '../src/engines/ocr/ppocr.ts'
import { noModels } from '../src/engines/testing/no-models.ts'
import { type SampledFrame, sampleVideo } from '../src/media/pictures/sampling/samples.ts'
import { probe } from '../src/media/probe.ts'
import type { MediaJob } from '../src/media/sandbox.ts'

/** The packaged reader of text. */
export const openReader = () => ppocr.open({ threads: 2, models: noModels })

/** Samples a film and reads it as indexing does. */
export async function readFilm(
  job: MediaJob,
  file: string,
  engine: OcrEngine,
): Promise<{ spans: readonly TextSpan[]; frames: readonly SampledFrame[] }> {
  const info = await probe(job, file)
  const spans = new Spans()
  const frames: SampledFrame[] = []
  for await (const frame of sampleVideo(job, file, info)) {
    frames.push(frame)
    if (frame.sample && frame.text_changed) spans.add({ time: frame.time, lines: await engine.read(frame.sample.file) })
  }
  spans.end(info.duration)
  return { spans: spans.taken(), frames }
}

/** Words that the packaged reader reads without mistakes in any size, none of them part of another. */
export const WORDS = [
  ...['walrus', 'marigold', 'thunder', 'obelisk', 'kestrel', 'gondola', 'harvest', 'teapot', 'compass', 'pumpkin'],
  ...['violin', 'saddle', 'meadow', 'copper', 'temple', 'garden', 'bishop', 'candle', 'falcon', 'ladder'],
] as const
