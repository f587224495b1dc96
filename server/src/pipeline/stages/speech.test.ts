import { expect, test } from 'vitest'
import { chosenLanguage } from './speech.ts'

test('the language of a video goes before that of its collection', () => {
  const chosen = (language_choice: string | null, language: string | null) =>
    chosenLanguage({ language_choice }, { language })
  expect(chosen('fr', 'de')).toBe('fr')
  expect(chosen(null, 'de')).toBe('de')
  expect(chosen('fr', null)).toBe('fr')
  expect(chosen(null, null)).toBeNull()
})
