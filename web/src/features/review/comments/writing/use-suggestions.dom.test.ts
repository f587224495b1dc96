import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mentionBefore, useSuggestions } from './use-suggestions.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('after a blank there are no suggestions, because no word is being typed', async () => {
  const suggest = vi.fn(async (query: string) => [`${query}er`])
  const { result } = renderHook(() => useSuggestions(suggest, null))
  const typed = async (before: string) => {
    await act(async () => {
      result.current.ask(before)
      await vi.advanceTimersByTimeAsync(150)
    })
    return result.current.found.map(({ text }) => text)
  }
  expect(await typed('Hold')).toEqual(['Holder'])
  expect(await typed('Hold ')).toEqual([])
  expect(await typed('Hold t')).toEqual(['Hold ter'])
  expect(suggest.mock.calls.map(([query]) => query)).toEqual(['Hold', 'Hold t'])
})

test.each([
  ['@', ''],
  ['@a', 'a'],
  ['Look, @Ada Lov', 'Ada Lov'],
  ['First line\n@ada', 'ada'],
  ['(@ada', 'ada'],
  ['ada@example.org', null],
  ['@ ada', null],
  ['@ada @', ''],
  ['@ada\nnext', null],
  ['no mention', null],
])('%j is asked about as the name %j', (before, name) => {
  expect(mentionBefore(before)).toBe(name)
})

test('what nobody is called is text again, and is asked about once', async () => {
  const ada = { user_id: 'a', name: 'Ada Lovelace', email: 'ada@example.org' }
  const suggest = vi.fn(async (query: string) => [`${query}er`])
  const find = vi.fn(async (query: string) => ('ada lovelace'.startsWith(query.toLowerCase()) ? [ada] : []))
  const { result } = renderHook(() => useSuggestions(suggest, { find, remember: () => undefined }))
  const typed = async (before: string) => {
    await act(async () => {
      result.current.ask(before)
      await vi.advanceTimersByTimeAsync(150)
    })
    const { found, active } = result.current
    return [found.map(({ text }) => text), active]
  }
  expect(await typed('@')).toEqual([['Ada Lovelace'], 0])
  expect(await typed('@ada l')).toEqual([['Ada Lovelace'], 0])
  expect(await typed('@ada is')).toEqual([[], null])
  expect(await typed('@ada is righ')).toEqual([['@ada is righer'], null])
  expect(find).toHaveBeenCalledTimes(3)
  expect(await typed('@ada')).toEqual([['Ada Lovelace'], 0])
})
