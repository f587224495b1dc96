import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const HOOK = join(import.meta.dirname, '..', '.githooks', 'pre-push')
const AS = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.org']
let folder: string
let repository: string

const git = (...words: string[]) => execFileSync('git', [...AS, ...words], { cwd: repository, encoding: 'utf8' }).trim()

/** A program that notes its words, and ends with a status. */
function program(name: string, status: number): void {
  writeFileSync(join(folder, name), `#!/bin/sh\necho ${name} "$@" >> ${join(folder, 'log')}\nexit ${status}\n`)
  chmodSync(join(folder, name), 0o755)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footnote-hook-'))
  repository = join(folder, 'clone')
  const origin = join(folder, 'origin')
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', origin])
  execFileSync('git', [...AS, 'commit', '--quiet', '--allow-empty', '--message=First'], { cwd: origin })
  execFileSync('git', ['clone', '--quiet', origin, repository])
  git('switch', '--quiet', '--create=mine')
  git('commit', '--quiet', '--allow-empty', '--message=Second')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the hook as git does before a push. */
function push() {
  const PATH = [folder, process.env.PATH].join(delimiter)
  const { status } = spawnSync('sh', [HOOK], { cwd: repository, env: { ...process.env, PATH } })
  const log = join(folder, 'log')
  return { status, ran: existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [] }
}

test('before a push the hook checks what changed since the main line, types and imports', () => {
  program('npx', 0)
  program('npm', 0)
  const { status, ran } = push()
  expect(status).toBe(0)
  expect(ran).toEqual([
    expect.stringContaining(`--since=${git('rev-parse', 'origin/main')}`),
    'npm run --silent types',
    'npm run --silent boundaries',
  ])
  expect(ran[0]).toMatch(/^npx biome check --changed /)
})

test('it stops a push when a check fails', () => {
  program('npm', 0)
  program('npx', 1)
  expect(push()).toMatchObject({ status: 1, ran: [expect.stringMatching(/^npx biome /)] })
  program('npx', 0)
  program('npm', 2)
  expect(push().status).toBe(2)
})
