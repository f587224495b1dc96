import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { toast } from '../src/ui/overlays/toast.ts'

// The test files of a worker share packages and a document. Each has modules of its own, since some of ours keep what a
// person chose.
vi.resetModules()

// Like all timeouts of tests, it only ends a test that hangs.
configure({ asyncUtilTimeout: 10_000 })

// A module that still loads must not become one of the next file.
afterAll(() => vi.dynamicImportSettled())

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
  toast.remove()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  expect(complaints, 'console.error was called').toEqual([])
})
