import type { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'
import { beforeEach, expect, test } from 'vitest'
import { draftOf, keepDraft, readDraft } from './draft.ts'

const drawing: Drawing = { v: 1, shapes: [{ t: 'rect', c: 'red', w: 0.005, p: [0.1, 0.2, 0.3, 0.4] }] }

beforeEach(() => sessionStorage.clear())

test('a drawing is kept before there are words', () => {
  const draft = draftOf({ drawing, begun: 4.2 })
  keepDraft('box', draft)
  expect(readDraft('box')).toEqual(draft)
})

test('a draft without words and drawing is forgotten', () => {
  keepDraft('box', draftOf({ drawing }))
  keepDraft('box', draftOf({ text: ' ' }))
  expect(sessionStorage).toHaveLength(0)
})

test('a draft from before drawings keeps its words, and a broken drawing takes none away', () => {
  const { drawing: _, ...words } = draftOf({ text: 'Hold this shot', start: 3 })
  for (const broken of [undefined, 'x', { v: 1, shapes: [{ t: 'rect', c: 'red', w: 1, p: [2] }] }]) {
    sessionStorage.setItem('box', JSON.stringify({ ...words, drawing: broken }))
    expect(readDraft('box')).toEqual({ ...words, drawing: null })
  }
})
