import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { examineVersion } from './doctor-command.ts'

const { version, released } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'))
const after = (days: number) => examineVersion(new Date(Date.parse(released) + days * 86_400_000))

test('doctor names the version, its day and its age, and warns once it is older than 180 days', () => {
  const said = `This is ${version} of ${released}, `
  expect(after(0)).toEqual({ name: 'version', state: 'ok', sentence: `${said}0 days old.` })
  expect(after(1.5)).toMatchObject({ state: 'ok', sentence: `${said}1 day old.` })
  expect(after(180)).toMatchObject({ state: 'ok', sentence: `${said}180 days old.` })
  const sentence = `${said}181 days old. SECURITY.md says where newer ones are announced.`
  expect(after(181)).toEqual({ name: 'version', state: 'warn', sentence })
})

test('a clock before the release does not make the version younger than new', () =>
  expect(after(-3)).toMatchObject({ state: 'ok', sentence: expect.stringContaining(' 0 days old.') }))
