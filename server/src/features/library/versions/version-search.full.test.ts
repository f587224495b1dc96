import path from 'node:path'
import { expect, test } from 'vitest'
import { startIndexing } from '../../../../test/indexing.ts'
import { ffmpeg } from '../../../../test/made-media.ts'
import { type Product, startProduct } from '../../../../test/product.ts'
import { answering, placeAfter } from '../../../../test/spoken-versions.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import type { SpeechEngine } from '../../../engines/engine.ts'

test('while a version is indexed no question is without its answer, and then the new version gives it', async () => {
  const folder = await temporaryFolder('version-search')
  const film = path.join(folder, 'film.mp4')
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=10:duration=6'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=300:duration=6'],
    ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', film],
  )
  let heard: () => Promise<unknown> = async () => undefined
  const speech: SpeechEngine = {
    id: 'hearing-1',
    name: 'Test',
    languages: ['en'],
    async *transcribe(_file, { onHeard } = {}) {
      for (const start of [0, 2, 4]) {
        await heard()
        yield { start, end: start + 1, text: `harbour line ${start}`, language: 'en', words: [] }
        await onHeard?.(start + 2)
        await heard()
      }
    },
    close: () => Promise.resolve(),
  }
  const indexing = await startIndexing({ engines: { speech: { engine: speech, reason: null, passed_over: [] } } })
  const product = await startProduct({ database_url: indexing.database_url })
  try {
    const viewer = await product.person({ company_id: indexing.company_id })
    const spoken = { visual: false, ocr: false, audio: true }
    const first = await indexing.add(film, spoken)
    expect(await indexing.settled(first)).toMatchObject({ status: 'SUCCESS' })
    const { collection_id } = await indexing.db
      .selectFrom('videos')
      .select('collection_id')
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    const asked: string[][] = []
    const ask = async () => asked.push(await answering(product, viewer, collection_id))
    heard = ask
    const second = await indexing.add(film, spoken)
    const place = await placeAfter(product, first)
    await indexing.db
      .updateTable('stacks')
      .set({ collection_id })
      .where('id', '=', await stackOf(product, second))
      .execute()
    await indexing.db.updateTable('videos').set(place).where('id', '=', second).execute()
    let settled = false
    const end = indexing.settled(second).finally(() => {
      settled = true
    })
    while (!settled) await ask()
    expect(await end).toMatchObject({ status: 'SUCCESS' })
    await ask()
    expect(asked.length).toBeGreaterThan(6)
    const turn = asked.findIndex(([id]) => id === second)
    expect(asked.slice(0, turn)).toEqual(asked.slice(0, turn).map(() => [first]))
    expect(asked.slice(turn)).toEqual(asked.slice(turn).map(() => [second]))
    expect(turn).toBeGreaterThan(5)
  } finally {
    await product.close()
    await indexing.close()
  }
})

const stackOf = async ({ db }: Pick<Product, 'db'>, id: string): Promise<string> =>
  (await db.selectFrom('videos').select('stack_id').where('id', '=', id).executeTakeFirstOrThrow()).stack_id
