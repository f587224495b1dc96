import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, readConfig, settingsThatChanged } from '../config.ts'

const settings = {
  DATABASE_URL: 'postgres://localhost/footnote',
  SECRET_KEY: 'a secret that is long enough for a test',
}
const folder = mkdtempSync(path.join(tmpdir(), 'footnote-site-'))
const file = path.join(folder, 'site.json')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const foundersOf = (content: unknown) => {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readConfig({ ...settings, SITE_FILE: file }).founders
}

test('the example in deploy names the people of the team page, with pictures beside the file', () => {
  expect(readConfig(settings).founders).toEqual([null, null])
  cpSync(path.join(import.meta.dirname, '../../../../deploy/site.example.json'), file)
  writeFileSync(path.join(folder, 'ada.jpg'), 'a picture')
  expect(readConfig({ ...settings, SITE_FILE: file }).founders).toEqual([
    expect.objectContaining({ name: 'Ada Lovelace', role: 'Product', picture: path.join(folder, 'ada.jpg') }),
    { name: 'Charles Babbage', role: 'Engineering', about: '', picture: null },
  ])
})

test('the file may leave out what it has nothing to say about', () => {
  expect(foundersOf({})).toEqual([null, null])
  expect(foundersOf({ founders: [null, { name: 'Ada' }] })).toEqual([
    null,
    { name: 'Ada', role: '', about: '', picture: null },
  ])
})

test.each([
  ['{"founders": [', `SITE_FILE: ${file} is not JSON: `],
  ['[]', 'SITE_FILE: must be an object in braces'],
  [{ people: [] }, 'SITE_FILE: has a key that Footnote does not know: people'],
  [{ founders: [{ name: 'Ada', age: 36 }] }, 'SITE_FILE: founders[0] has a key that Footnote does not know: age'],
  [{ founders: {} }, 'SITE_FILE: founders must be a list'],
  [{ founders: ['Ada'] }, 'SITE_FILE: founders[0] must be a person with a name'],
  [{ founders: [null, null, null] }, 'SITE_FILE: founders must have at most 2 entries'],
  [{ founders: [null, { role: 'Product' }] }, 'SITE_FILE: founders[1].name must be a text'],
  [{ founders: [{ name: '' }] }, 'SITE_FILE: founders[0].name must not be empty'],
  [{ founders: [{ name: 'Ada', about: 'a'.repeat(300) }] }, 'SITE_FILE: founders[0].about must have at most '],
  [{ founders: [{ name: 'Ada', picture: 'no.png' }] }, 'SITE_FILE: founders[0].picture must be a file that is there'],
])('the file %j ends the start with a sentence', (content, sentence) => {
  expect(() => foundersOf(content)).toThrow(ConfigError)
  expect(() => foundersOf(content)).toThrow(sentence)
})

test('a file that is not there ends the start with its name, beside other faults', () => {
  const absent = path.join(folder, 'absent.json')
  expect(() => readConfig({ ...settings, PORT: 'x', SITE_FILE: absent })).toThrow(
    /PORT: must be a port number\n {2}SITE_FILE: cannot be read: .*absent\.json/,
  )
})

test('the settings of earlier releases still name the people, with a sentence that says where they belong', () => {
  const former = { ...settings, FOUNDER_2_NAME: 'Ada', FOUNDER_2_PICTURE: import.meta.filename, FOUNDER_1_NAME: '' }
  expect(readConfig(former).founders).toEqual([
    null,
    { name: 'Ada', role: '', about: '', picture: import.meta.filename },
  ])
  expect(settingsThatChanged(former)).toEqual([
    'FOUNDER_2_NAME, FOUNDER_2_PICTURE: write a JSON file with founders[1].name, founders[1].picture instead, and name the file in SITE_FILE. The next release ignores these settings.',
  ])
  expect(() => readConfig({ ...settings, FOUNDER_1_ROLE: 'Founder' })).toThrow('FOUNDER_1_NAME: must be set')
  expect(() => readConfig({ ...settings, FOUNDER_1_NAME: 'Ada', FOUNDER_1_PICTURE: '/nowhere.png' })).toThrow(
    'FOUNDER_1_PICTURE: must be a file that is there',
  )
})

test('beside a file the settings of earlier releases have no effect, and a sentence says so', () => {
  writeFileSync(file, '{ "founders": [{ "name": "Grace" }] }')
  const both = { ...settings, SITE_FILE: file, FOUNDER_1_NAME: 'Ada', FOUNDER_2_ROLE: 'Nobody has it' }
  expect(readConfig(both).founders).toEqual([expect.objectContaining({ name: 'Grace' }), null])
  expect(settingsThatChanged(both)).toEqual([
    'SITE_FILE is set, so FOUNDER_1_NAME, FOUNDER_2_ROLE have no effect. Remove them from the settings.',
  ])
  expect(settingsThatChanged({ ...settings, SITE_FILE: file })).toEqual([])
})
