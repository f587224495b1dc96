import type { ModelState } from '@footnote/contract/nouns/library/indexing.ts'
import { expect, test } from 'vitest'
import { modelWords } from './model-words.ts'

const model = (title: string, state: ModelState['state'], rest: Partial<ModelState> = {}): ModelState => ({
  name: title.toLowerCase(),
  title,
  state,
  share: 0,
  bytes: 0,
  detail: null,
  ...rest,
})

test('models that are ready, or that nobody wants, have no message', () => {
  expect(modelWords([])).toBeNull()
  expect(modelWords([model('SigLIP2', 'ready'), model('Parakeet', 'missing', { detail: 'Switched off.' })])).toBeNull()
})

test('a downloading model shows its share, whatever else failed', () => {
  expect(modelWords([model('A', 'failed', { detail: 'No.' }), model('B', 'downloading', { share: 0.428 })])).toEqual({
    kind: 'info',
    text: 'The model B is being downloaded: 42 %. Until it is there, videos are indexed without it.',
  })
})

test('a shared reason of several failures is shown once', () => {
  const detail = 'The model hub https://hub.example cannot be reached.'
  expect(modelWords([model('A', 'failed', { detail }), model('B', 'failed', { detail })])).toEqual({
    kind: 'warn',
    text: `${detail} Videos are indexed without these models.`,
  })
})
