import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { NO_ENTRIES, type Range, RangeFields } from './range-fields.tsx'

const time = { seconds: 0 }
function Fields() {
  const [range, setRange] = useState<Range>({ start: 'follow', end: null })
  const [entries, setEntries] = useState(NO_ENTRIES)
  return (
    <>
      <textarea aria-label="Comment" />
      <RangeFields
        range={range}
        onRange={(times) => setRange({ ...range, ...times })}
        entries={entries}
        onEntries={setEntries}
        late={false}
        time={{ read: () => time, watch: () => () => undefined }}
        timing={{ rate: { num: 25, den: 1 }, times: null }}
        duration={100}
      />
    </>
  )
}
const press = (key: string, at: number, where: Element = document.body) => {
  time.seconds = at
  fireEvent.keyDown(where, { key })
}
const times = () =>
  (['Start', 'End'] as const).map(
    (name) => screen.getByRole<HTMLInputElement>('textbox', { name: `${name} time (mm:ss)` }).value,
  )

beforeEach(() => {
  time.seconds = 0
})

test('I and O set the start and the end of a comment at the time of the video', () => {
  render(<Fields />)
  press('i', 12.04)
  press('O', 19.5)
  expect(times()).toEqual(['00:12', '00:19'])
  press('i', 30)
  expect(times()).toEqual(['00:30', ''])
})

test('O alone makes the range begin at the time of the video', () => {
  render(<Fields />)
  press('o', 8)
  press('i', 5)
  expect(times()).toEqual(['00:05', '00:08'])
})

test('I and O are letters in a field, and do nothing while a dialog is open', () => {
  render(<Fields />)
  press('o', 8, screen.getByLabelText('Comment'))
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  document.body.append(dialog)
  press('o', 8)
  dialog.remove()
  expect(times()).toEqual(['00:00', ''])
})
