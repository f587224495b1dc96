import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
/** The only folder on PATH: the tests put each available program here. */
let programs: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footnote-launchers-'))
  programs = join(folder, 'programs')
  mkdirSync(programs)
  for (const name of ['sh', 'touch', 'chmod']) symlinkSync(pathOf(name), join(programs, name))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function pathOf(program: string): string {
  return spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim()
}

function program(name: string, script = ''): void {
  writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(programs, name), 0o755)
}

/** Runs a launcher's function in a process of its own and returns its output. */
function call(code: string): string {
  const file = join(folder, 'call.mjs')
  writeFileSync(file, code.replaceAll('@/', `${import.meta.dirname}/`))
  const run = spawnSync(process.execPath, [file], { env: { PATH: programs }, encoding: 'utf8' })
  return `${run.stdout}${run.stderr}`
}

const install = (...names: string[]) =>
  call(`import { installSystemPackages } from '@/system-packages.mjs'
    try { installSystemPackages(${JSON.stringify(names)}) } catch (error) { console.log('stopped: ' + error.message) }`)

test('nothing is installed or printed when everything is there', () => {
  program('ffmpeg')
  program('ffprobe')
  program('apt-get', 'echo unexpected')
  expect(install('ffmpeg')).toBe('')
})

test.runIf(process.getuid?.() === 0)('on Debian as root missing packages are installed, and named', () => {
  const log = join(folder, 'log')
  program(
    'apt-get',
    `echo "$1" >> ${log}; [ "$1" = update ] || for p in ffmpeg ffprobe flite; do touch ${programs}/$p; done`,
  )
  expect(install('ffmpeg', 'flite')).toBe('footnote: installing from the operating system: ffmpeg flite\n')
  expect(readFileSync(log, 'utf8')).toBe('update\ninstall\n')
})

test.runIf(process.getuid?.() === 0)('an optional package that is unavailable does not stop a required one', () => {
  program(
    'apt-get',
    `case "$*" in *bubblewrap*) echo "no such package" >&2; exit 100;; esac; touch ${programs}/ffmpeg ${programs}/ffprobe`,
  )
  const said = install('ffmpeg', 'bubblewrap')
  expect(said).not.toContain('stopped')
  expect(said).toContain('bubblewrap is missing')
})

test('without permission to install, the launcher stops with the one command to type', () => {
  program('dnf')
  expect(install('ffmpeg')).toBe('stopped: ffmpeg must be installed first. Type: sudo dnf install ffmpeg\n')
})

test('packages are installed when there are none, after an interrupted install, and when the lock changes', () => {
  program('npm', 'echo npm "$1" "$3"')
  const write = (file: string, packages: object) => writeFileSync(join(folder, file), JSON.stringify({ packages }))
  const said = (development = true) =>
    call(`import { installPackages } from '@/packages.mjs'
      installPackages(${JSON.stringify(folder)}, { development: ${development} })`)
  const wanted = {
    '': { name: 'footnote' },
    'node_modules/@footnote/server': { resolved: 'server', link: true },
    'node_modules/one': { version: '1.0.0' },
    'node_modules/tool': { version: '2.0.0', dev: true },
    'node_modules/elsewhere': { version: '1.0.0', optional: true, os: ['plan9'] },
  }
  write('package-lock.json', wanted)
  expect(said()).toContain('npm ci --include=dev')
  mkdirSync(join(folder, 'node_modules'))
  expect(said()).toContain('npm ci')
  const installed = { 'node_modules/one': { version: '1.0.0' }, 'node_modules/tool': { version: '2.0.0' } }
  write('node_modules/.package-lock.json', installed)
  expect(said()).toBe('')
  write('node_modules/.package-lock.json', { 'node_modules/one': { version: '1.0.0' } })
  expect(said()).toContain('npm ci')
  // A start needs no tools.
  expect(said(false)).toBe('')
  write('node_modules/.package-lock.json', { ...installed, 'node_modules/one': { version: '1.1.0' } })
  expect(said()).toContain('npm ci')
  expect(said(false)).toContain('npm ci --omit=dev')
})

/** A program that acts as if it ran under Node 20 unless it was started again, and then waits for a signal. */
const UNDER_AN_OLD_NODE = `
import { continueOnNode24 } from '@/node.mjs'
if (!process.env.AGAIN) {
  process.env.AGAIN = 'yes'
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } })
}
await continueOnNode24(process.env.ROOT)
process.on('SIGTERM', () => process.exit(7))
process.on('disconnect', () => process.exit(8))
setInterval(() => {}, 1000)
console.log(process.env.PATH.split(':')[0])
`

function startUnderOldNode() {
  const file = join(folder, 'old.mjs')
  writeFileSync(file, UNDER_AN_OLD_NODE.replaceAll('@/', `${import.meta.dirname}/`))
  return spawn(process.execPath, [file], { env: { PATH: programs, ROOT: folder }, stdio: ['ignore', 'pipe', 'pipe'] })
}

test('under an older Node the packaged one takes over, first on PATH, and gets signals', async () => {
  const bin = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin')
  mkdirSync(bin, { recursive: true })
  symlinkSync(process.execPath, join(bin, 'node'))
  const child = startUnderOldNode()
  const [printed] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  expect(printed.trim()).toBe(dirname(process.execPath))
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([7, null])
})

test('without a packaged Node the launcher names the required version and the command to type', async () => {
  const child = startUnderOldNode()
  const [complaint] = (await once(child.stderr.setEncoding('utf8'), 'data')) as [string]
  expect(complaint).toMatch(/needs Node 24[\s\S]*Type: /)
})
