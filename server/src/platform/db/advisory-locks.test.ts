import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ADVISORY_LOCKS } from './advisory-locks.ts'

const FOLDER = join(import.meta.dirname, 'migrations')

test('each purpose has a lock of its own, and migrations name only the one of their triggers', async () => {
  const numbers = Object.values(ADVISORY_LOCKS)
  expect(new Set(numbers).size).toBe(numbers.length)
  const named = new Set<number>()
  for (const name of await readdir(FOLDER))
    for (const [, number] of (await readFile(join(FOLDER, name), 'utf8')).matchAll(/advisory\w*\((\d+)\)/g))
      named.add(Number(number))
  expect([...named]).toEqual([ADVISORY_LOCKS.line_words])
})
