import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { startIndexing } from '../../../test/indexing.ts'
import { ffmpeg, H264 } from '../../../test/made-media.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

const folder = await temporaryFolder('small-and-short-text')
const indexing = await startIndexing()
afterAll(() => indexing.close())

/** Indexes the text of a film. @returns its spans, in order of time */
async function textOf(file: string) {
  const id = await indexing.add(file, { visual: false, ocr: true, audio: false })
  expect(await indexing.settled(id)).toMatchObject({ status: 'SUCCESS' })
  return await indexing.db
    .selectFrom('text_spans')
    .select(['text', 'start_time', 'end_time'])
    .where('video_id', '=', id)
    .orderBy('start_time')
    .execute()
}

test('words of 24 px in a 4K film are found, also a line that appears later', async () => {
  const file = path.join(folder, 'small.mp4')
  const draw = (text: string, more: string) => `drawtext=text='${text}':fontsize=24:fontcolor=black:${more}`
  const drawn = `${draw('marigold', 'x=400:y=600')},${draw('The harbour opens at seven', "x=2400:y=1500:enable='gte(t,2)'")}`
  await ffmpeg('-f', 'lavfi', '-i', `color=white:s=3840x2160:r=2:d=3,${drawn}`, ...H264, '-crf', '18', '-g', '2', file)
  const spans = await textOf(file)
  expect(spans.map(({ text }) => text)).toEqual(['marigold', 'marigold\nThe harbour opens at seven'])
  expect(spans.map(({ start_time }) => start_time)).toEqual([0, 2])
})

test('a caption of 1.5 s between two key frames is found, with its time', async () => {
  const file = path.join(folder, 'short.mp4')
  const caption = "drawtext=text='walrus':fontsize=40:fontcolor=white:x=60:y=280:enable='between(t,2.3,3.79)'"
  const source = `color=0x808080:s=640x360:r=25:d=8,${caption}`
  const keys = ['-g', '50', '-keyint_min', '50', '-sc_threshold', '0']
  await ffmpeg('-f', 'lavfi', '-i', source, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', ...keys, file)
  const spans = await textOf(file)
  expect(spans.map(({ text }) => text)).toEqual(['walrus'])
  expect(spans[0]?.start_time).toBeGreaterThanOrEqual(2.3)
  expect(spans[0]?.start_time).toBeLessThan(3)
  expect(spans[0]?.end_time).toBe(4)
})
