import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// As all times of tests it only ends what hangs.
configure({ asyncUtilTimeout: 10_000 })

const complaints: string[] = []

// jsdom lays nothing out, so no media query holds in it.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { matches: false, media, onchange: null, addListener() {}, removeListener() {} })

beforeEach(() => {
  complaints.length = 0
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    complaints.push(parts.map(String).join(' '))
  })
})

// A test that means to cause a complaint replaces console.error by a spy of its own.
afterEach(() => {
  cleanup()
  expect(complaints, 'console.error was called').toEqual([])
})
