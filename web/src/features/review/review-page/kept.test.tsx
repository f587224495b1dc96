import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useKept } from './kept.tsx'

afterEach(() => vi.restoreAllMocks())

function Desk({ at }: { at: 'left' | 'right' | 'away' }) {
  const note = useKept(<input aria-label="Note" />)
  return (
    <>
      {note.element}
      <div data-testid="left">{at === 'left' && note.place}</div>
      <div data-testid="right">{at === 'right' && note.place}</div>
    </>
  )
}

test('input stays while its place changes and while it has none', () => {
  const { rerender } = render(<Desk at="left" />)
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Hold this' } })
  const typed = screen.getByLabelText('Note')
  rerender(<Desk at="right" />)
  expect(screen.getByTestId('right').contains(typed)).toBe(true)
  rerender(<Desk at="away" />)
  expect(screen.queryByLabelText('Note')).toBeNull()
  rerender(<Desk at="left" />)
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('Hold this')
  expect(screen.getByLabelText('Note')).toBe(typed)
})

test('the scroll position stays, although browsers forget it when an element leaves the page', () => {
  const remove = Node.prototype.removeChild
  vi.spyOn(Node.prototype, 'removeChild').mockImplementation(function <Child extends Node>(this: Node, child: Child) {
    if (child instanceof Element) for (const element of child.querySelectorAll('*')) element.scrollTop = 0
    return remove.call(this, child) as Child
  })
  const { rerender } = render(<Desk at="left" />)
  screen.getByLabelText('Note').scrollTop = 40
  rerender(<Desk at="right" />)
  expect(screen.getByLabelText('Note').scrollTop).toBe(40)
  rerender(<Desk at="away" />)
  rerender(<Desk at="left" />)
  expect(screen.getByLabelText('Note').scrollTop).toBe(40)
})
