import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingWords } from '../server/src/platform/settings.ts'
import { ENV_EXAMPLE, envExample, SETTINGS_PAGE, withSettingsTable } from './settings.ts'

test('docs/settings.md and .env.example match the settings that the product reads; after a change of those run npm run settings', () => {
  const page = readFileSync(SETTINGS_PAGE, 'utf8')
  expect(page).toBe(withSettingsTable(page))
  expect(readFileSync(ENV_EXAMPLE, 'utf8')).toBe(envExample())
})

test('every setting has a description and a default', () => {
  expect(settingWords().length).toBeGreaterThan(0)
  for (const [name, { unset, purpose }] of settingWords()) {
    expect([name, unset]).toEqual([name, expect.stringMatching(/./)])
    expect([name, purpose]).toEqual([name, expect.stringMatching(/./)])
  }
})
