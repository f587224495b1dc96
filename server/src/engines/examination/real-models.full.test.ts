import path from 'node:path'
import { ENGINE_KINDS } from '@footnote/contract/nouns/library/indexing.ts'
import { describe, expect, test } from 'vitest'
import { drawnCases } from '../../../test/drawn-cases.ts'
import { type CopyFaults, copyPackagedOcr } from '../../../test/packaged-ocr.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { cutFilms } from '../../pipeline/renewal/cuttings.ts'
import type { EngineEntry, EngineIdentity } from '../engine.ts'
import type { OcrModelName } from '../models/catalogue/ocr-models.ts'
import { ENGINES } from '../registry.ts'
import { noModels } from '../testing/no-models.ts'
import { unverifiedModels } from '../testing/unverified-models.ts'
import type { Answer } from './answers.ts'
import { examine } from './examine.ts'
import { paperOf } from './paper.ts'
import { type Verdict, verdictOf } from './verdict.ts'

const FILMS = path.resolve(import.meta.dirname, '../../../../samples')
const folder = await temporaryFolder('examined')
const cuttings = cutFilms({ tools: { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }, folder }, FILMS)
const signs = await paperOf('ocr', cuttings)
const MODEL: OcrModelName = 'ppocrv5-latin'
const copy = ENGINES.ocr.find(({ id }) => id === `${MODEL}-1`) as EngineEntry<EngineIdentity>
const packaged = ENGINES.ocr.at(-1) as EngineEntry<EngineIdentity>

/** The packaged reader's own answers, which a copy of it is compared with. */
const answered = examine(packaged, signs, { threads: 1, models: noModels })

async function sit(faults: CopyFaults): Promise<{ obstacle: string } | Verdict> {
  const models_dir = await temporaryFolder('copied-ocr')
  await copyPackagedOcr(models_dir, MODEL, faults)
  const settings = { threads: 1, models: unverifiedModels(models_dir) }
  const obstacle = await copy.obstacle(settings)
  if (obstacle !== null) return { obstacle }
  const { answers } = await examine(copy, signs, settings)
  const before = { name: packaged.name, answers: (await answered).answers }
  return verdictOf({ kind: 'ocr', name: copy.name, answers, before, as_good: true })
}

describe('text on the screen', () => {
  test('the packaged PP-OCRv4 reads all signs of the sample films, and so does a copy of its files', async () => {
    const { answers, seconds } = await answered
    console.log(`${packaged.name}: ${seconds} s of processor time`)
    expect(wrongOf(answers)).toBe(0)
    expect(answers.length).toBeGreaterThanOrEqual(12)
    expect(await sit({})).toMatchObject({ passed: true, figures: { wrong: 0, of: answers.length } })
  })

  test.each(drawnCases([{ random_weights: true }, { shuffled_characters: true }]))('%o is refused', async (faults) => {
    const verdict = await sit(faults)
    console.log(JSON.stringify(verdict))
    expect(verdict).toMatchObject({ passed: false })
  })

  test('a cut file does not load', async () => {
    expect(await sit({ cut: true })).toMatchObject({ obstacle: expect.stringContaining('cannot be used') })
  })

  // These networks hardly depend on colours and brightness.
  test.each(drawnCases([{ swapped_channels: true }, { wrong_mean: true }]))(
    '%o costs one line at most',
    async (faults) => {
      const verdict = await sit(faults)
      console.log(JSON.stringify([faults, verdict]))
      expect(verdict).toMatchObject({ passed: true, figures: { of: (await answered).answers.length } })
    },
  )
})

describe('the packaged engines', () => {
  const of_packages = ENGINE_KINDS.flatMap((kind) =>
    (ENGINES[kind] as readonly EngineEntry<EngineIdentity>[])
      .filter(({ weights }) => weights === undefined)
      .map((entry) => ({ kind, entry, id: entry.id })),
  )

  test.each(of_packages)('pass an examination of $kind: $id', async ({ kind, entry }) => {
    const paper = await paperOf(kind, cuttings)
    const { answers, seconds } = await examine(entry, paper, { threads: 1, models: noModels })
    const verdict = verdictOf({ kind, name: entry.name, answers, before: null, as_good: false })
    console.log(entry.id, seconds, JSON.stringify(verdict))
    expect(answers.length).toBeGreaterThanOrEqual(12)
    expect(verdict).toMatchObject({ passed: true, reason: null })
  })

  test('are asked fewer questions when their time is over', async () => {
    const { answers } = await examine(packaged, signs, { threads: 1, models: noModels }, { seconds: 0.1 })
    expect(answers.length).toBeLessThan((await answered).answers.length)
  })

  test('stop at once when the worker stops', async () => {
    const stopping = new AbortController()
    const sitting = examine(packaged, signs, { threads: 1, models: noModels }, { signal: stopping.signal })
    stopping.abort(new Error('Stop.'))
    await expect(sitting).rejects.toThrow('Stop.')
  })
})

const wrongOf = (answers: readonly Answer[]) => answers.reduce((sum, { wrong }) => sum + wrong, 0)
