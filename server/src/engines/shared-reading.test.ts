import { expect, test } from 'vitest'
import { SharedReading } from './shared-reading.ts'

test('every reader gets all items, also earlier ones, and the source is read once', async () => {
  let reads = 0
  const gate = Promise.withResolvers<void>()
  async function* source() {
    reads += 1
    yield 1
    yield 2
    await gate.promise
    yield 3
  }
  const shared = new SharedReading(source())
  const first = Array.fromAsync(shared)
  await expect.poll(() => shared.items).toEqual([1, 2])
  const second = Array.fromAsync(shared)
  gate.resolve()
  expect(await Promise.all([first, second, Array.fromAsync(shared)])).toEqual([
    [1, 2, 3],
    [1, 2, 3],
    [1, 2, 3],
  ])
  expect(await Array.fromAsync(shared)).toEqual([1, 2, 3])
  expect(reads).toBe(1)
})

test('readers get the items before a failure of the source, and then its error', async () => {
  const shared = new SharedReading(
    (async function* () {
      yield 1
      throw new Error('The disk is gone.')
    })(),
  )
  await expect.poll(() => shared.items).toEqual([1])
  const read: number[] = []
  const reading = async () => {
    for await (const item of shared) read.push(item)
  }
  await expect(reading()).rejects.toThrow('The disk is gone.')
  expect(read).toEqual([1])
})
