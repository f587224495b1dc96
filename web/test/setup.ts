import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// Like all timeouts of tests, it only ends a test that hangs.
configure({ asyncUtilTimeout: 10_000 })

const complaints: string[] = []

// jsdom has no layout, so no media query matches.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { matches: false, media, onchange: null, addListener() {}, removeListener() {} })

beforeEach(() => {
  complaints.length = 0
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    complaints.push(parts.map(String).join(' '))
  })
})

// A test that causes an error on purpose replaces console.error by a spy of its own.
afterEach(() => {
  cleanup()
  expect(complaints, 'console.error was called').toEqual([])
})
