import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { useTabs } from './tabs.tsx'

const TABS = [
  { value: 'transcript', label: 'Transcript' },
  { value: 'comments', label: 'Comments' },
] as const

function Tabs() {
  const [tab, setTab] = useState<'transcript' | 'comments'>('comments')
  const { list, panel } = useTabs({ label: 'Beside the video', tabs: TABS, value: tab, onChange: setTab })
  return (
    <>
      {list}
      <div {...panel} />
    </>
  )
}
const chosen = () => screen.getByRole('tab', { selected: true }).textContent

test('arrow keys move between tabs, and are the browser’s with Ctrl, Alt or the command key', () => {
  render(<Tabs />)
  const tab = screen.getByRole('tab', { selected: true })
  for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }])
    expect(fireEvent.keyDown(tab, { key: 'ArrowLeft', ...more })).toBe(true)
  expect(chosen()).toBe('Comments')
  expect(fireEvent.keyDown(tab, { key: 'ArrowLeft' })).toBe(false)
  expect(chosen()).toBe('Transcript')
})
