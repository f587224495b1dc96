import { expect, test } from 'vitest'
import { isKey } from './keys.ts'

const pressed = (key: string, held: Partial<Record<'ctrlKey' | 'altKey', boolean>> = {}, graph = false) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
  getModifierState: (name: string) => graph && name === 'AltGraph',
})
const both = { ctrlKey: true, altKey: true }

test('brackets count where AltGr types them, which Windows reports as Control and Alt', () => {
  expect(isKey('older_version', pressed('['))).toBe(true)
  expect(isKey('older_version', pressed('[', both, true))).toBe(true)
  expect(isKey('newer_version', pressed(']', both, true))).toBe(true)
  expect(isKey('older_version', pressed('[', {}, true))).toBe(true)
})

test('Control and Alt themselves still keep shortcuts off, and AltGr makes no shortcut of a letter', () => {
  expect(isKey('older_version', pressed('[', both))).toBe(false)
  expect(isKey('resolve', pressed('e', both, true))).toBe(false)
})
