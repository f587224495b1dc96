import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSuggestions } from './use-suggestions.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('after a blank there are no suggestions, because no word is being typed', async () => {
  const suggest = vi.fn(async (query: string) => [`${query}er`])
  const { result } = renderHook(() => useSuggestions(suggest))
  const typed = async (before: string) => {
    await act(async () => {
      result.current.ask(before)
      await vi.advanceTimersByTimeAsync(150)
    })
    return result.current.found
  }
  expect(await typed('Hold')).toEqual(['Holder'])
  expect(await typed('Hold ')).toEqual([])
  expect(await typed('Hold t')).toEqual(['Hold ter'])
  expect(suggest.mock.calls.map(([query]) => query)).toEqual(['Hold', 'Hold t'])
})
