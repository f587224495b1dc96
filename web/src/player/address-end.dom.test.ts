import { expect, test } from 'vitest'
import { hasEnded } from './address-end.ts'

const at = (time: string) => Date.parse(`2026-03-01T${time}Z`)

test.each([
  ['the product’s own', `/api/files/videos/a/original.mp4?expires=${at('08:15:00') / 1000}&type=video%2Fmp4`],
  ['an object store’s', 'https://s3.example/b/k?X-Amz-Date=20260301T080000Z&X-Amz-Expires=900&X-Amz-Signature=x'],
])('%s addresses count as expired some seconds early', (_whose, address) => {
  expect(['08:00:00', '08:14:50', '08:14:56', '08:16:00'].map((time) => hasEnded(address, at(time)))).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('an address without an expiry never expires', () => {
  expect(hasEnded('/film.mp4', at('08:00:00'))).toBe(false)
  expect(hasEnded('blob:http://localhost/1', at('08:00:00'))).toBe(false)
})
