import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectsOf, testsReaching } from './changed-tests.ts'
import { CHECKS } from './check-names.ts'
import { listedFiles } from './listed-files.ts'

const root = join(import.meta.dirname, '..')

test('each test file belongs to exactly one project', () => {
  const tests = listedFiles().filter((file) => /\.test\.tsx?$/.test(file))
  expect(tests.length).toBeGreaterThan(300)
  expect(tests.filter((file) => projectsOf(file).length !== 1)).toEqual([])
})

test('the machines of the workflow run each check, whole and once', () => {
  const workflow = readFileSync(join(root, '.github/workflows/test.yml'), 'utf8')
  const machines = [...workflow.matchAll(/^ {10}- (\S+)(?: --shard=(\d)\/(\d))?$/gm)]
  const shares = new Map<string, number>()
  for (const [, names = '', , of = '1'] of machines)
    for (const name of names.split(',')) shares.set(name, (shares.get(name) ?? 0) + 1 / Number(of))
  expect(new Set(machines.map(([line]) => line)).size).toBe(machines.length)
  expect(shares).toEqual(new Map(CHECKS.map((name) => [name, 1])))
})

/** @throws Error when all tests are meant */
function mapped(tests: ReturnType<typeof testsReaching>) {
  if (tests === 'all') throw new Error('All tests are meant.')
  return tests
}

describe('the tests of a change', () => {
  const importers = new Map([
    ['server/src/media/probe.ts', ['server/src/media/clip.ts', 'server/src/media/probe.shared.test.ts']],
    ['server/src/media/clip.ts', ['server/src/media/clip.test.ts']],
    ['seed/rows.ts', ['server/src/media/clip.test.ts']],
  ])

  test('are those that import it, also through other files, and all tests of whole products', () => {
    const tests = mapped(testsReaching(importers, ['server/src/media/probe.ts']))
    expect(tests.get('functions')).toEqual(['server/src/media/clip.test.ts'])
    expect(tests.get('server')).toEqual(['server/src/media/probe.shared.test.ts'])
    expect(tests.get('journeys')).toEqual([])
  })

  test('of test data are only those that import it', () => {
    expect(testsReaching(importers, ['seed/rows.ts'])).toEqual(
      new Map([['functions', ['server/src/media/clip.test.ts']]]),
    )
  })

  test('are all when imports do not lead to a test', () => {
    expect(testsReaching(importers, ['seed/rows.ts', 'server/src/platform/db/migrations/001.sql'])).toBe('all')
    expect(testsReaching(importers, ['package.json'])).toBe('all')
  })

  test('are none without a change', () => {
    expect(testsReaching(importers, [])).toEqual(new Map())
  })
})
