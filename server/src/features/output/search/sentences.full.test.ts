import { expect, test, vi } from 'vitest'
import { catalogue, model, SAID, startSupport } from '../../../../test/support-lines.ts'
import { withWorker } from '../../../../test/with-worker.ts'

const patiently = { timeout: 300_000, interval: 100 }
const { api, data_dir, elsewhere, stagesOf, find, early } = await startSupport()

test('a video that was indexed without weights is found by its meaning once they are there', async () => {
  await withWorker(api, { data_dir, catalogue }, async () => {
    const both = { speech_embedding: model.id, ocr_embedding: model.id }
    await vi.waitFor(async () => expect(await stagesOf(early)).toMatchObject(both), patiently)
  })
  const [first] = await find('falsche Rechnung', { index_id: elsewhere })
  expect(first).toMatchObject({ video_id: early, start_time: 10, text: SAID[1]?.[2] })
})
