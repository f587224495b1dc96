import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = dirname(import.meta.dirname)
const UNIT = join(ROOT, 'deploy/footnote.service')
/** From 0, safe, to 10; systemd calls a unit at most here 'OK'. */
const EXPOSURE = 4
const analyze = (...words: string[]) => spawnSync('systemd-analyze', words, { encoding: 'utf8' })
const available = analyze('--version').status === 0

test.runIf(available)('systemd finds nothing wrong with the unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const placed = join(folder, 'footnote.service')
  writeFileSync(placed, readFileSync(UNIT, 'utf8').replaceAll('/opt/footnote', ROOT))
  const { status, stderr } = analyze('verify', placed)
  expect([status, stderr]).toEqual([0, ''])
})

test.runIf(available)('the unit leaves the product little to reach', () => {
  const { stdout } = analyze('security', '--offline=true', UNIT)
  const exposure = Number(/exposure level for footnote.service: ([\d.]+)/.exec(stdout)?.[1])
  expect(exposure).toBeGreaterThan(0)
  expect(exposure).toBeLessThanOrEqual(EXPOSURE)
})

test('the unit keeps what confines decoders', () => {
  const unit = readFileSync(UNIT, 'utf8')
  expect(unit).not.toMatch(/^(RestrictNamespaces|PrivateUsers)=(?!no)/m)
  expect(unit).toMatch(/^SystemCallFilter=.*@mount.*unshare/m)
})
