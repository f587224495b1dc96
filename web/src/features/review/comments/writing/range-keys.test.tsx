import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { usePositionFormat } from '../../../../lib/times/use-position-format.ts'
import { VideoTimes } from '../../../../lib/times/use-times.tsx'
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
function Format() {
  const [, choose] = usePositionFormat()
  return (['frames', 'smpte'] as const).map((format) => (
    <button key={format} type="button" onClick={() => choose(format)}>
      {format}
    </button>
  ))
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
  localStorage.clear()
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

test('the fields follow the format of times at once, and take frames', () => {
  const timing = { rate: { num: 25, den: 1 }, times: null }
  render(
    <VideoTimes timing={timing} timecode={null}>
      <Fields />
      <Format />
    </VideoTimes>,
  )
  press('i', 12.04)
  fireEvent.click(screen.getByRole('button', { name: 'frames' }))
  const start = screen.getByRole<HTMLInputElement>('textbox', { name: 'Start time (frame)' })
  expect(start.value).toBe('301')
  fireEvent.change(start, { target: { value: '310' } })
  fireEvent.blur(start)
  fireEvent.click(screen.getByRole('button', { name: 'smpte' }))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Start time (timecode)' })
  expect(field.value).toBe('00:00:12:10')
  fireEvent.change(field, { target: { value: '0:20' } })
  fireEvent.blur(field)
  expect(field.value).toBe('00:00:20:00')
})
