import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useKept } from './kept.tsx'

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

test('what is typed stays while its place changes and while it has none', () => {
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
