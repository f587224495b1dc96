import { expect, test } from 'vitest'
import {
  failedNote,
  hasSpeechFailed,
  lacksSpeech,
  lateNote,
  NO_SOUND,
  NOT_ENGLISH,
  speechLabel,
} from './speech-notes.ts'

test.each([
  [NO_SOUND, 'No sound', false],
  [NOT_ENGLISH, 'Not English', false],
  [failedNote('Whisper base'), 'Transcript failed', true],
  [lateNote('Whisper base'), 'No transcript', false],
  ['The models for speech are not installed.', 'No transcript', false],
])('%s', (speech_note, label, failed) => {
  expect([speechLabel(speech_note), hasSpeechFailed({ speech_note })]).toEqual([label, failed])
  expect(hasSpeechFailed({ speech_note: null })).toBe(false)
})

test('only speech that is there can be lacking', () => {
  expect([failedNote('Whisper base'), lateNote('Whisper base'), NO_SOUND, NOT_ENGLISH, null].map(lacksSpeech)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
