import { expect, test } from 'vitest'
import { ConfigError, readConfig, repositoryOf, settingsThatChanged } from './config.ts'

const settings = {
  DATABASE_URL: 'postgres://localhost/footnote',
  SECRET_KEY: 'a secret that is long enough for a test',
}

test('the reader of on-screen text is one of the catalogue, or the packaged one', () => {
  expect(readConfig(settings).ocr_model).toBeNull()
  expect(readConfig({ ...settings, OCR_MODEL: '' }).ocr_model).toBeNull()
  expect(readConfig({ ...settings, OCR_MODEL: 'ppocrv5-greek' }).ocr_model).toBe('ppocrv5-greek')
  const wrong = () => readConfig({ ...settings, OCR_MODEL: 'greek' })
  expect(wrong).toThrow(ConfigError)
  // The catalogue grows at its end.
  expect(wrong).toThrow(
    /^These settings are not right:\n {2}OCR_MODEL: must be one of ppocrv5-english, (ppocrv5-[a-z-]+, )+ppocrv5-[a-z-]+$/,
  )
})

test('the speech engine of earlier releases means the default, with a sentence at the start', () => {
  expect(readConfig(settings).speech_model).toBeNull()
  const before = { ...settings, SPEECH_MODEL: 'pocketsphinx' }
  expect(readConfig(before).speech_model).toBeNull()
  expect(settingsThatChanged(before)).toEqual([expect.stringContaining('SPEECH_MODEL=pocketsphinx means')])
  const tiny = { ...settings, SPEECH_MODEL: 'moonshine-tiny' }
  expect([readConfig(tiny).speech_model, settingsThatChanged(tiny)]).toEqual(['moonshine-tiny', []])
  expect(() => readConfig({ ...settings, SPEECH_MODEL: 'sphinx' })).toThrow(
    'SPEECH_MODEL: must be one of moonshine-base, moonshine-tiny, parakeet-110m-en,',
  )
})

test('addresses of pages have one slash, whether PUBLIC_URL ends in one or not', () => {
  for (const PUBLIC_URL of ['https://films.example.org', 'https://films.example.org/', 'https://films.example.org//'])
    expect(readConfig({ ...settings, PUBLIC_URL }).public_url).toBe('https://films.example.org')
  expect(readConfig({ ...settings, PORT: '8080' }).public_url).toBe('http://localhost:8080')
})

test.each([
  'https://example.org/footnote',
  'http://example.org:8080/a/',
  'https://example.org?site=2',
  'https://example.org/#top',
])('an address with more than its host is refused: %s', (PUBLIC_URL) =>
  expect(() => readConfig({ ...settings, PUBLIC_URL })).toThrow('PUBLIC_URL: must end with its host, such as https://'),
)

test('proxies are addresses and networks, this machine by default, and none with off', () => {
  const trusted = (TRUSTED_PROXIES?: string) => readConfig({ ...settings, TRUSTED_PROXIES }).trusted_proxies
  expect(trusted()).toEqual(['127.0.0.0/8', '::1/128'])
  expect(trusted('')).toEqual(trusted())
  expect(trusted('off')).toEqual([])
  expect(trusted('10.0.0.5, 10.1.0.0/16,fd00::/8')).toEqual(['10.0.0.5', '10.1.0.0/16', 'fd00::/8'])
  for (const wrong of ['10.0.0', '10.0.0.0/33', 'proxy.example.org', '10.0.0.5,', '10.0.0.5 10.0.0.6', '010.0.0.1'])
    expect(() => trusted(wrong), wrong).toThrow(
      /TRUSTED_PROXIES: ".*" is neither an address nor a network: write off, or/,
    )
})

test('the source code is at the setting’s address, else at package.json’s in its browser form', () => {
  expect(readConfig({ ...settings, SOURCE_URL: 'https://code.example.org/' }).source_url).toBe(
    'https://code.example.org/',
  )
  expect(() => readConfig({ ...settings, SOURCE_URL: 'code.example.org' })).toThrow('SOURCE_URL: must be an address')
  const url = 'https://code.example.org/footnote'
  expect(repositoryOf({ repository: url })).toBe(url)
  expect(repositoryOf({ repository: { type: 'git', url: `git+${url}.git` } })).toBe(url)
  for (const none of [{}, { repository: 'git@example.org:footnote' }, { repository: { url: 'javascript:alert(1)' } }])
    expect(repositoryOf(none), JSON.stringify(none)).toBeNull()
})
