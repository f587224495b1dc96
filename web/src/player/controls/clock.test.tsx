import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { playableVideo } from '../../../test/video-element.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Player } from '../player.tsx'

const video = (): HTMLVideoElement => screen.getByLabelText('Lane.mp4')
const clock = () => screen.getByRole('button', { name: /go to a time$/ }).textContent
const film = (times: readonly number[] | null = null) => (
  <Player
    id="a"
    src="/a.mp4"
    label="Lane.mp4"
    frame_rate={times ? null : { num: 30_000, den: 1001 }}
    frame_times={times}
  />
)
const choose = async (name: string) => {
  const settings = screen.getByRole('button', { name: /^Settings/ })
  fireEvent.keyDown(settings, { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitemradio', { name }))
  await waitFor(() => expect(document.activeElement).toBe(settings))
}
const goTo = (text: string) => {
  fireEvent.click(screen.getByRole('button', { name: /go to a time$/ }))
  const field = screen.getByLabelText('Go to a time') as HTMLInputElement
  field.value = text
  fireEvent.submit(field)
}

beforeEach(() => {
  localStorage.clear()
  playableVideo(200)
})
afterEach(() => vi.restoreAllMocks())

test('the clock shows minutes and seconds, frames, or SMPTE timecode, and remembers which', async () => {
  const { unmount } = render(film())
  goTo('1:00.07')
  expect(clock()).toBe('1:00, go to a time')
  await choose('Frames')
  expect(clock()).toBe('1800, go to a time')
  await choose('SMPTE timecode')
  expect(clock()).toBe('00:01:00;02, go to a time')
  unmount()
  render(film())
  expect(clock()).toBe('00:00:00;00, go to a time')
})

test('the clock shows and reads the timecode that the file states', async () => {
  const timecode = { start: 108_000, drop_frame: false }
  render(<Player id="a" src="/a.mp4" label="Lane.mp4" frame_rate={{ num: 30_000, den: 1001 }} timecode={timecode} />)
  await choose('SMPTE timecode')
  expect(clock()).toBe('01:00:00:00, go to a time')
  goTo('01:01:00:00')
  expect(clock()).toBe('01:01:00:00, go to a time')
  expect(video().currentTime).toBeCloseTo(1800.5 / 29.97003, 4)
  await choose('Frames')
  expect(clock()).toBe('1800, go to a time')
})

test('a video with a variable rate has no timecode, but milliseconds', async () => {
  render(film([0, 0.04, 0.08, 0.58]))
  await choose('Milliseconds')
  goTo('00:00:00.080')
  expect(clock()).toBe('00:00:00.080, go to a time')
  expect(video().currentTime).toBeCloseTo(0.09, 9)
})

test('a frame is typed as it is shown, and other text shows an error', async () => {
  render(film())
  await choose('Frames')
  goTo('1800')
  expect(clock()).toBe('1800, go to a time')
  goTo('soon')
  const field = screen.getByLabelText('Go to a time')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(clock()).toBe('1800, go to a time')
})

test('input stays while the video plays on', () => {
  render(film())
  fireEvent.click(screen.getByRole('button', { name: /go to a time$/ }))
  const field = screen.getByLabelText<HTMLInputElement>('Go to a time')
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe('0:00')
  field.setRangeText('1', 0, 4, 'end')
  act(() => {
    video().currentTime = 5
  })
  expect([field.selectionStart, field.selectionEnd]).toEqual([1, 1])
})

test('Enter and Escape give the focus back to the clock, and leaving the field does not', () => {
  render(film())
  goTo('1:00')
  const button = screen.getByRole('button', { name: /go to a time$/ })
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  fireEvent.keyDown(screen.getByLabelText('Go to a time'), { key: 'Escape' })
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  act(() => screen.getByRole('button', { name: 'Play' }).focus())
  expect(screen.queryByLabelText('Go to a time')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Play' }))
})

test('Escape closes the field first, and only then the dialog around the player', () => {
  const onClose = vi.fn()
  render(
    <Dialog open onClose={onClose} title="Lane.mp4">
      {film()}
    </Dialog>,
  )
  fireEvent.click(screen.getByRole('button', { name: /go to a time$/ }))
  fireEvent.keyDown(screen.getByLabelText('Go to a time'), { key: 'Escape' })
  expect(screen.queryByLabelText('Go to a time')).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByRole('button', { name: /go to a time$/ }), { key: 'Escape' })
  expect(onClose).toHaveBeenCalledTimes(1)
})
