import type { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { DrawingEditor } from './drawing-editor.tsx'

const onChange = vi.fn<(drawing: Drawing | null) => void>()
const onDone = vi.fn()
const board = () => screen.getByRole('application')
const key = (name: string, init: object = {}) => fireEvent.keyDown(document.body, { key: name, ...init })

beforeEach(() => {
  onChange.mockClear()
  onDone.mockClear()
  // jsdom has neither layout nor pointers.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1000, 500))
  Element.prototype.setPointerCapture = () => undefined
})

function open(drawing: Drawing | null = null) {
  const tools = document.createElement('div')
  document.body.append(tools)
  return render(
    <DrawingEditor
      drawing={drawing}
      size={{ width: 1000, height: 500 }}
      tools={tools}
      onChange={onChange}
      onDone={onDone}
    />,
  )
}

/** A stroke with a pointer, in pixels of the picture. */
function stroke(pointerType: string, pointerId: number, from: [number, number], to: [number, number]) {
  const event = (type: string, [clientX, clientY]: [number, number]) =>
    act(() => {
      const init = { bubbles: true, cancelable: true, button: 0, clientX, clientY }
      board().dispatchEvent(Object.assign(new MouseEvent(type, init), { pointerType, pointerId }))
    })
  event('pointerdown', from)
  event('pointermove', to)
  event('pointerup', to)
}

const places = () => onChange.mock.lastCall?.[0]?.shapes.map(({ p }) => p)

test('a stroke is passed on as shares of the picture when it ends', () => {
  open()
  stroke('mouse', 1, [100, 100], [500, 250])
  expect(onChange.mock.calls).toEqual([
    [{ v: 1, shapes: [{ t: 'arrow', c: 'yellow', w: 0.005, p: [0.1, 0.2, 0.5, 0.5] }] }],
  ])
})

test('fingers draw until a pen was seen', () => {
  open()
  stroke('touch', 1, [100, 100], [500, 250])
  stroke('pen', 2, [0, 0], [500, 250])
  stroke('touch', 3, [900, 400], [500, 250])
  expect(places()).toEqual([
    [0.1, 0.2, 0.5, 0.5],
    [0, 0, 0.5, 0.5],
  ])
})

test('keys choose the tool and the colour, undo what was drawn, and leave', () => {
  open()
  for (const name of ['r', '2', '+']) key(name)
  stroke('mouse', 1, [100, 100], [500, 250])
  expect(onChange.mock.lastCall?.[0]?.shapes).toMatchObject([{ t: 'rect', c: 'red', w: 0.01 }])
  expect(screen.getByRole('button', { name: 'Rectangle' }).getAttribute('aria-pressed')).toBe('true')
  key('z', { metaKey: true })
  expect(onChange.mock.lastCall).toEqual([null])
  key('z', { ctrlKey: true, shiftKey: true })
  key('Backspace')
  expect(onChange.mock.lastCall).toEqual([null])
  key('Escape')
  expect(onDone.mock.calls).toEqual([[true]])
})

test('Escape first gives up the shape in the making, and keys in a field are letters', () => {
  open()
  render(<textarea aria-label="Comment" />)
  key(' ')
  key('Escape')
  expect(onDone).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByLabelText('Comment'), { key: 'Escape' })
  expect(onDone).not.toHaveBeenCalled()
  key('Escape')
  expect(onDone).toHaveBeenCalledOnce()
})

test('a drawing that is changed begins with its shapes', () => {
  const drawing: Drawing = { v: 1, shapes: [{ t: 'ellipse', c: 'blue', w: 0.01, p: [0, 0, 0.2, 0.2] }] }
  open(drawing)
  expect(screen.getByRole('img', { name: 'Drawing: an ellipse, upper left' })).toBeDefined()
  expect(onChange).not.toHaveBeenCalled()
  stroke('mouse', 1, [100, 100], [500, 250])
  expect(places()).toEqual([
    [0, 0, 0.2, 0.2],
    [0.1, 0.2, 0.5, 0.5],
  ])
})
