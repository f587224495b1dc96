import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { readSamples, readWavLayout } from './wav.ts'

const folder = await temporaryFolder('wav')

function chunk(name: string, body: Buffer, length = body.length): Buffer {
  const header = Buffer.alloc(8)
  header.write(name, 'latin1')
  header.writeUInt32LE(length, 4)
  return Buffer.concat([header, body])
}

function format(channels: number, rate: number): Buffer {
  const body = Buffer.alloc(16)
  body.writeUInt16LE(1, 0)
  body.writeUInt16LE(channels, 2)
  body.writeUInt32LE(rate, 4)
  body.writeUInt16LE(16, 14)
  return chunk('fmt ', body)
}

async function wav(name: string, ...chunks: Buffer[]): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, Buffer.concat([chunk('RIFF', Buffer.from('WAVE')), ...chunks]))
  return file
}

const samples = Buffer.from(new Int16Array([1, -2, 3, -4, 5]).buffer)

test('finds the samples after other chunks, including odd ones, and reads them in blocks', async () => {
  const file = await wav('list.wav', format(1, 16_000), chunk('LIST', Buffer.from('abcd')), chunk('data', samples))
  const layout = await readWavLayout(file)
  expect(layout).toEqual({ offset: 56, samples: 5 })
  const blocks: number[][] = []
  for await (const block of readSamples(file, layout, 2)) blocks.push([...block])
  expect(blocks).toEqual([[1, -2], [3, -4], [5]])
})

test('a length that was never filled in means: to the end', async () => {
  const file = await wav('pipe.wav', format(1, 16_000), chunk('data', samples, 0xffffffff))
  expect((await readWavLayout(file)).samples).toBe(5)
})

test.each([
  ['stereo', [format(2, 16_000), chunk('data', samples)]],
  ['another rate', [format(1, 44_100), chunk('data', samples)]],
  ['no samples', [format(1, 16_000)]],
  ['nothing', []],
])('%s is refused', async (name, chunks) => {
  await expect(readWavLayout(await wav(`${name}.wav`, ...(chunks as Buffer[])))).rejects.toThrow('16 kHz mono')
})

test('an empty file is refused', async () => {
  const file = join(folder, 'empty.wav')
  await writeFile(file, '')
  await expect(readWavLayout(file)).rejects.toThrow('16 kHz mono')
})
