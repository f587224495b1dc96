import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startIndexing } from '../../../test/indexing.ts'
import { ffmpeg } from '../../../test/made-media.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { INKS, tinyOcrModel, writeTinyDetector, writeTinyRecogniser } from '../../../test/tiny-ocr.ts'
import { visualOnly } from '../../../test/visual-only.ts'
import { catalogue } from '../../engines/models/catalogue/catalogue.ts'
import { openModelStore } from '../../engines/models.ts'
import { closeEngines, openEngines } from '../../engines/registry.ts'
import { searchCollections } from '../../retrieval/search.ts'

const CHARACTERS = ['м', 'и', 'р', 'н', 'ы', 'й']
const folder = await temporaryFolder('ocr-languages')
const models = path.join(folder, 'models')
await writeTinyDetector(path.join(models, 'ppocrv5-detector'))
await writeTinyRecogniser(path.join(models, 'ppocrv5-east-slavic'), CHARACTERS)
const store = openModelStore(
  { provided_folder: null, folder: models, hub_url: null },
  {
    catalogue: {
      ...catalogue,
      'ppocrv5-detector': tinyOcrModel('ppocrv5-detector'),
      'ppocrv5-east-slavic': tinyOcrModel('ppocrv5-east-slavic'),
    },
  },
)
const engines = await openEngines({ threads: 1, models: store, ocr_model: 'ppocrv5-east-slavic' })
const indexing = await startIndexing({ engines: { ocr: engines.ocr } })
afterAll(async () => {
  await indexing.close()
  await closeEngines(engines)
})

/** A filter that draws a text as bars in the inks of the tiny recogniser, during a range of seconds. */
const bars = (text: string, from: number, to: number) =>
  [...text]
    .map((character, at) => {
      const ink = INKS[CHARACTERS.indexOf(character)]?.replace('#', '0x')
      return `drawbox=x=${40 + at * 56}:y=160:w=20:h=40:color=${ink}:t=fill:enable='between(t,${from},${to})'`
    })
    .join(',')

test('text in a script that the packaged model cannot read is stored with its times, and found', async () => {
  const file = path.join(folder, 'slides.mp4')
  const dark = "drawbox=color=black:t=fill:enable='between(t,3,4.9)'"
  const slides = [bars('мир', 0, 2.9), bars('рыный', 5, 8), dark].join(',')
  const source = `color=white:s=640x360:r=10:d=8,${slides},format=yuv420p`
  await ffmpeg('-f', 'lavfi', '-i', source, '-c:v', 'libx264', '-crf', '12', file)
  const id = await indexing.add(file, { visual: false, ocr: true, audio: false })
  expect(await indexing.settled(id)).toMatchObject({ status: 'SUCCESS' })
  const spans = await indexing.db.selectFrom('text_spans').selectAll().where('video_id', '=', id).execute()
  expect(spans.map(({ engine, text }) => [engine, text])).toEqual([
    ['ppocrv5-east-slavic-1', 'мир'],
    ['ppocrv5-east-slavic-1', 'рыный'],
  ])
  const { collection_id } = await indexing.db
    .selectFrom('videos')
    .select('collection_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { matches } = await searchCollections(
    { db: indexing.db, engines: visualOnly(null) },
    { collections: [{ id: collection_id, modalities: ['ocr'] }], query: 'МИРЫ', temperature: 0.5 },
  )
  expect(matches[0]).toMatchObject({ video_id: id, start_time: 0, text: 'мир', types: ['ocr'] })
  expect(Math.abs((matches[0]?.end_time ?? 0) - 3)).toBeLessThanOrEqual(1)
})
