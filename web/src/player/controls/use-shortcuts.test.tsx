import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { playableVideo } from '../../../test/video-element.ts'
import { Player } from '../player.tsx'

/** The middle of the first frame, where the player begins. */
const START = 0.02

const video = (): HTMLVideoElement => screen.getByLabelText('Lane.mp4')
const key = (name: string, target: Element = document.body, more = {}) =>
  fireEvent.keyDown(target, { key: name, ...more })
const player = (keyboard?: 'focus' | 'page') => (
  <Player id="a" src="/a.mp4" label="Lane.mp4" frame_rate={{ num: 25, den: 1 }} keyboard={keyboard} />
)

beforeEach(() => playableVideo(20))
afterEach(() => vi.restoreAllMocks())

describe('keys', () => {
  test('left and right move a second, digits to tenths of the video', () => {
    render(player())
    key('5')
    expect(video().currentTime).toBe(10.02)
    key('ArrowRight')
    expect(video().currentTime).toBe(11.02)
    key('ArrowLeft')
    expect(video().currentTime).toBe(10.02)
    key('0')
    expect(video().currentTime).toBe(0.02)
    key('9')
    expect(video().currentTime).toBe(18.02)
  })

  test('up, down and M change the volume', () => {
    render(player())
    key('ArrowDown')
    key('ArrowDown')
    expect(video().volume).toBe(0.9)
    key('m')
    expect(video().muted).toBe(true)
    key('ArrowUp')
    expect([video().volume, video().muted]).toEqual([0.05, false])
  })

  test('a frame step pauses', () => {
    render(player())
    key(' ')
    expect(video().paused).toBe(false)
    key('.')
    expect([video().paused, video().currentTime]).toEqual([true, 0.06])
  })

  test('held down toggle once, but keep stepping', () => {
    render(player())
    key(' ')
    key(' ', document.body, { repeat: true })
    expect(video().paused).toBe(false)
    key('.')
    key('.', document.body, { repeat: true })
    expect(video().currentTime).toBe(0.1)
  })

  test('with Ctrl, Alt or the command key are the browser’s', () => {
    render(player())
    for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }]) key('l', document.body, more)
    expect(video().currentTime).toBe(START)
  })

  test('with Shift, arrows change the selected text if there is any', () => {
    render(
      <>
        <p>Hold this</p>
        {player()}
      </>,
    )
    getSelection()?.selectAllChildren(screen.getByText('Hold this'))
    expect(key('ArrowRight', document.body, { shiftKey: true })).toBe(true)
    expect(video().currentTime).toBe(START)
    getSelection()?.removeAllRanges()
    key('ArrowRight', document.body, { shiftKey: true })
    expect(video().currentTime).toBe(1.02)
  })
})

describe('whether the player takes a key', () => {
  const around = (keyboard: 'focus' | 'page') =>
    render(
      <>
        <button type="button">Elsewhere</button>
        <textarea aria-label="Words" />
        <div contentEditable suppressContentEditableWarning data-testid="editor" />
        {player(keyboard)}
      </>,
    )

  test('it does anywhere on its page, but not where a person types', () => {
    around('page')
    key('5', screen.getByRole('button', { name: 'Elsewhere' }))
    expect(video().currentTime).toBe(10.02)
    key('0', screen.getByLabelText('Words'))
    key('0', screen.getByTestId('editor'))
    expect(video().currentTime).toBe(10.02)
  })

  test('it does not while a dialog is open on its page', () => {
    around('page')
    const dialog = document.createElement('div')
    dialog.setAttribute('role', 'dialog')
    document.body.append(dialog)
    key('5')
    expect(video().currentTime).toBe(START)
    dialog.remove()
    key('5')
    expect(video().currentTime).toBe(10.02)
  })

  test('it does not while the focus is elsewhere', () => {
    around('focus')
    key('5', screen.getByRole('button', { name: 'Elsewhere' }))
    expect(video().currentTime).toBe(START)
    key('5', screen.getByRole('slider', { name: 'Timeline' }))
    expect(video().currentTime).toBe(10.02)
  })

  test('it takes Space after a pointer press, but not from a button that the keyboard focused', () => {
    around('page')
    const elsewhere = screen.getByRole('button', { name: 'Elsewhere' })
    key(' ', elsewhere)
    expect(video().paused).toBe(true)
    fireEvent.pointerDown(elsewhere)
    key(' ', elsewhere)
    expect(video().paused).toBe(false)
  })
})
