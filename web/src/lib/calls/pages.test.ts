import { itemsBefore, type Page } from '@footnote/contract/calls/pages.ts'
import { expect, test } from 'vitest'
import { readPages } from './pages.ts'

interface Answer {
  readonly items: readonly string[]
  readonly revision: number
  readonly total?: number
}

/** A call whose list may change while it is read. @param lists one for each call; the last one for all later ones */
function answering(...lists: readonly (readonly string[])[]) {
  const asked: number[] = []
  const read = async (page: Page): Promise<Answer> => {
    const revision = Math.min(asked.length, lists.length - 1)
    const list = lists[revision] as readonly string[]
    asked.push(page.page)
    const first = itemsBefore(page)
    return { items: list.slice(first, first + page.page_size), revision, total: list.length }
  }
  return { asked, read }
}
const join = (before: Answer, next: Answer): Answer => ({ ...before, items: [...before.items, ...next.items] })
const belong = (before: Answer, next: Answer) => before.revision === next.revision

test.each([
  [[], [1]],
  [['a', 'b'], [1]],
  [
    ['a', 'b', 'c', 'd', 'e'],
    [1, 2, 3],
  ],
])('the list %j is read by the pages %j', async (list, pages) => {
  const { asked, read } = answering(list)
  expect((await readPages(read, { page_size: 2, join })).items).toEqual(list)
  expect(asked).toEqual(pages)
})

test('a list that changes meanwhile is read again from its first page', async () => {
  const { asked, read } = answering(['a', 'b', 'c'], ['x', 'y', 'z'])
  expect((await readPages(read, { page_size: 2, join, belong })).items).toEqual(['x', 'y', 'z'])
  expect(asked).toEqual([1, 2, 1, 2])
})

test('a list that changes all the time is shown after a few tries', async () => {
  const { asked, read } = answering(...Array.from({ length: 20 }, (_, at) => [`a${at}`, `b${at}`, `c${at}`]))
  expect((await readPages(read, { page_size: 2, join, belong })).items).toEqual(['a6', 'b6', 'c7'])
  expect(asked).toEqual([1, 2, 1, 2, 1, 2, 1, 2])
})

test('an answer without pages is the whole list', async () => {
  let calls = 0
  const whole: Answer = { items: ['a', 'b', 'c'], revision: 1 }
  const read = async () => {
    calls += 1
    return whole
  }
  expect(await readPages(read, { page_size: 2, join })).toBe(whole)
  expect(calls).toBe(1)
})
