import { beforeEach, expect, test } from 'vitest'
import { keepSizes, readSizes } from './panel-sizes.ts'

const all = { transcript: true, comments: true }
beforeEach(() => localStorage.clear())

test('each layout starts with its own sizes', () => {
  expect(readSizes(all)).toEqual({ transcript: 0.2, video: 0.5, comments: 0.3 })
  expect(readSizes({ transcript: true, comments: false })).toEqual({ transcript: 0.6, video: 0.4 })
  expect(readSizes({ transcript: false, comments: true })).toEqual({ video: 0.4, comments: 0.6 })
  expect(readSizes({ transcript: false, comments: false })).toEqual({ video: 1 })
})

test('sizes are stored for each layout separately', () => {
  keepSizes(all, { transcript: 0.2, video: 0.6, comments: 0.2 })
  keepSizes({ transcript: true, comments: false }, { transcript: 0.5, video: 0.5 })
  expect(readSizes(all)).toEqual({ transcript: 0.2, video: 0.6, comments: 0.2 })
  expect(readSizes({ transcript: true, comments: false })).toEqual({ transcript: 0.5, video: 0.5 })
  expect(readSizes({ transcript: false, comments: true })).toEqual({ video: 0.4, comments: 0.6 })
})

test.each([
  ['no JSON', '{'],
  ['no object', '"wide"'],
  ['a panel below the minimum', '{"all":{"transcript":0.1,"video":0.6,"comments":0.3}}'],
  ['shares that do not fill the width', '{"all":{"transcript":0.3,"video":0.3,"comments":0.2}}'],
  ['a panel too few', '{"all":{"transcript":0.5,"video":0.5}}'],
  ['another panel', '{"all":{"transcript":0.3,"film":0.4,"comments":0.3}}'],
  ['something else than numbers', '{"all":{"transcript":"0.3","video":0.4,"comments":0.3}}'],
])('invalid stored sizes are ignored: %s', (_, kept) => {
  localStorage.setItem('panelSizes', kept)
  expect(readSizes(all)).toEqual({ transcript: 0.2, video: 0.5, comments: 0.3 })
})
