import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

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
  expect(wrong).toThrow(
    /^These settings are not right:\n {2}OCR_MODEL: must be one of ppocrv5-english, .+, ppocrv5-tamil$/,
  )
})
