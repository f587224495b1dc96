import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

const complaints: string[] = []

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
