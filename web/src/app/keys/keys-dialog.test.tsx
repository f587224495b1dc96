import { fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { KEY_GROUPS, keySigns } from '../../lib/keyboard/key-list.ts'
import { KEYS } from '../../lib/keyboard/keys.ts'
import { KeysHelp } from './keys-help.tsx'

function Page() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <input type="text" aria-label="Words" />
      <KeysHelp open={open} onChange={setOpen} />
    </>
  )
}

test('? opens the list of every shortcut, and Escape closes it', async () => {
  render(<Page />)
  fireEvent.keyDown(document.body, { key: '?', shiftKey: true })
  const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  const lines = within(list)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])
  const all = KEY_GROUPS.flatMap(({ keys }) => keys)
  expect(lines).toEqual(all.map((key) => [keySigns(key).join(' + '), key.does]))
  expect(all).toEqual(expect.arrayContaining(Object.values(KEYS).map((key) => expect.objectContaining(key))))
  expect(lines).toContainEqual(['K + L', 'Next frame'])
  expect(lines).toContainEqual(['Ctrl + Shift + Z', 'Redo'])
  expect(lines).toContainEqual(['0 – 9', 'Go to 0 to 90 % of the video'])
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('? is a character in a text field, and with Ctrl it is the browser’s', () => {
  render(<Page />)
  fireEvent.keyDown(screen.getByLabelText('Words'), { key: '?' })
  fireEvent.keyDown(document.body, { key: '?', ctrlKey: true })
  expect(screen.queryByRole('dialog')).toBeNull()
})
