import type { Box } from '@footnote/contract/nouns/review/sharing/box.ts'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AskPane } from './ask-pane.tsx'

test.each([
  ['Northlane Films', 'Mara Lindqvist, Northlane Films, asks you for videos'],
  ['Mara Lindqvist', 'Mara Lindqvist asks you for videos'],
  [null, 'Mara Lindqvist asks you for videos'],
])('the box of a person in the company %s says who asks, and no name twice', (company, words) => {
  const limits = { max_files: 40, max_bytes: 1e9, expires_at: '2030-12-04T18:00:00.000Z' }
  const box = { sender: 'Mara Lindqvist', company, message: '', ...limits } as Box
  render(
    <AskPane box={box} title="Day 2">
      {null}
    </AskPane>,
  )
  expect(screen.getByRole('region').querySelector('.send-from')?.textContent).toContain(words)
})
