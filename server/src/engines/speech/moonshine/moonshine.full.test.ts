import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { noModels } from '../../testing/no-models.ts'
import { say } from '../../testing/spoken-sound.ts'
import { moonshine } from './moonshine.ts'

const folder = await temporaryFolder('long speech ')
const engine = moonshine('base').open({ threads: 2, models: noModels })
afterAll(() => engine.close())

test('long speech without a pause is cut without losing or doubling a word', async () => {
  const sentence = 'the last train leaves the station at midnight and we will wait for you on the platform'
  const file = await say(folder, 'breathless', Array.from({ length: 6 }, () => sentence).join(' and then '))
  const words = (await Array.fromAsync(engine.transcribe(file))).flatMap((cue) =>
    cue.words.map(({ word }) => word.toLowerCase()),
  )
  expect(words.filter((word) => word.startsWith('platform'))).toHaveLength(6)
  expect(words.filter((word) => word.startsWith('train'))).toHaveLength(6)
  expect(Math.abs(words.length - 6 * 17 - 5 * 2)).toBeLessThanOrEqual(3)
})
