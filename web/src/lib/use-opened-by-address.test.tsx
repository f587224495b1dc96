import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useOpenedByAddress } from './use-opened-by-address.ts'

/** The address, and what changes it: another function at each drawing, as the router gives. */
const router = vi.hoisted(() => ({ search: new URLSearchParams() }))
vi.mock('react-router', () => ({ useSearchParams: () => [router.search, () => undefined] }))

test('a dialog that was closed while the router removes its parameter stays closed, and the next link opens it', () => {
  router.search = new URLSearchParams('dialog=true')
  const { result, rerender } = renderHook(() => useOpenedByAddress('dialog'))
  expect(result.current[0]).toBe(true)
  act(() => result.current[1](false))
  rerender()
  expect(result.current[0]).toBe(false)
  router.search = new URLSearchParams()
  rerender()
  router.search = new URLSearchParams('dialog=true')
  rerender()
  expect(result.current[0]).toBe(true)
})
