import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { testMedia } from '../../../../test/test-media.ts'
import type { Concept } from '../../engine.ts'
import { noModels } from '../../testing/no-models.ts'
import { concepts } from './concepts.ts'

const [BEER, BOTTLE, PORTRAIT] = ['craft-beer.jpg', 'bottle-detection.mp4', 'portrait.jpg'].map(testMedia) as [
  string,
  string,
  string,
]

const engine = concepts.open({ threads: 1, models: noModels })

const folder = await temporaryFolder('concepts')
afterAll(() => engine.close())

async function look(file: string) {
  for await (const description of engine.describe([{ time: 3, shot: 0, file }])) return description
  throw new Error('The engine described nothing.')
}

function best(found: readonly Concept[], name: string): Concept | undefined {
  return found.filter((concept) => concept.name === name).sort((a, b) => b.confidence - a.confidence)[0]
}

describe('the concepts engine', () => {
  it('names the colours and the plain background of a drawn picture', async () => {
    const file = path.join(folder, 'drawn.png')
    await sharp({ create: { width: 640, height: 360, channels: 3, background: '#ffffff' } })
      .composite([
        { input: { create: { width: 120, height: 120, channels: 3, background: '#d01c24' } }, left: 80, top: 80 },
      ])
      .png()
      .toFile(file)
    const { time, concepts: found, descriptor } = await look(file)
    expect(time).toBe(3)
    expect(best(found, 'white')?.confidence).toBe(1)
    expect(best(found, 'red')?.confidence).toBeGreaterThan(0.3)
    expect(best(found, 'blue')).toBeUndefined()
    expect(best(found, 'plain background')).toBeDefined()
    expect(Math.hypot(...(descriptor ?? []))).toBeCloseTo(1, 3)
  })

  it.skipIf(!BEER)('sees people, a face and its expression in a photograph', async () => {
    const { concepts: found } = await look(BEER)
    expect(best(found, 'person')?.confidence).toBeGreaterThan(0.5)
    expect(best(found, 'woman')).toBeDefined()
    expect(best(found, 'smiling')).toBeDefined()
    const { box } = best(found, 'face') as Concept
    expect(box?.x).toBeGreaterThan(0.4)
    expect(box?.x).toBeLessThan(0.6)
  })

  it.skipIf(!BOTTLE || !PORTRAIT)('sees objects with their boxes, and a black-and-white tone', async () => {
    const file = path.join(folder, 'bottles.jpg')
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-ss', '5', '-i', BOTTLE, '-frames:v', '1', file])
    const { concepts: found } = await look(file)
    expect(found.filter(({ name, confidence }) => name === 'bottle' && confidence > 0.3)).toHaveLength(3)
    const { concepts: portrait } = await look(PORTRAIT)
    expect(best(portrait, 'black and white')).toBeDefined()
  })

  it('refuses a file that is no picture', async () => {
    await expect(look(path.join(folder, 'absent.jpg'))).rejects.toThrow()
  })
})
