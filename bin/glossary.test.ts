import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { listedFiles } from './listed-files.ts'

const root = dirname(import.meta.dirname)

/** Whether a file or folder has the name, or the code has the word. */
function isThere(name: string): boolean {
  if (listedFiles(name, `**/${name}`, `**/${name}.ts`, `**/${name}/*`).length > 0) return true
  const code = ['server', 'web', 'contract', 'bin/*.mjs'] as const
  return spawnSync('git', ['grep', '-qwF', '-e', name, '--', ...code], { cwd: root }).status === 0
}

test('the code has the names that the glossary quotes', () => {
  const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  const quoted = [...glossary.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  expect(quoted).toContain('VideosByEngine')
  expect(quoted.filter((name) => !isThere(name))).toEqual([])
})

test('a name that the code lost is missed', () => {
  expect(isThere('StandingOfVideos')).toBe(false)
})
