import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Menu, MenuItem } from './menu.tsx'

const loading = vi.hoisted(() => {
  let finish = () => {}
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })
  return { done, finish: () => finish() }
})
vi.mock('./menu-content.tsx', async (original) => {
  await loading.done
  return await original()
})

const button = () => screen.getByRole('button', { name: 'More' })
function show(disabled = false) {
  const chosen: string[] = []
  render(
    <Menu trigger={<button type="button" aria-label="More" disabled={disabled} />}>
      <MenuItem onSelect={() => chosen.push('Rename')}>Rename</MenuItem>
      <MenuItem danger onSelect={() => chosen.push('Delete')}>
        Delete
      </MenuItem>
    </Menu>,
  )
  return chosen
}

test('a key pressed before the menu is loaded opens it, with the first entry in focus', async () => {
  const chosen = show()
  button().focus()
  fireEvent.keyDown(button(), { key: 'ArrowDown' })
  expect(button().getAttribute('aria-expanded')).toBe('true')
  expect(screen.queryByRole('menu')).toBeNull()
  await act(async () => loading.finish())
  const menu = await screen.findByRole('menu', { name: 'More' })
  expect(menu.id).toBe(button().getAttribute('aria-controls'))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Rename'))
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Delete'))
  fireEvent.keyDown(document.activeElement as Element, { key: 'Enter' })
  expect(chosen).toEqual(['Delete'])
  await waitFor(() => expect(document.activeElement).toBe(button()))
  expect(button().getAttribute('aria-expanded')).toBe('false')
})

test('a press opens it and a second press closes it; Escape gives the focus back', async () => {
  show()
  fireEvent.pointerDown(button(), { button: 0 })
  const menu = await screen.findByRole('menu')
  await waitFor(() => expect(document.activeElement).toBe(menu))
  fireEvent.pointerDown(button(), { button: 0 })
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  fireEvent.keyDown(button(), { key: 'Enter' })
  fireEvent.keyDown(await screen.findByRole('menu'), { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(button()))
})

test('a disabled button opens nothing', () => {
  show(true)
  fireEvent.pointerDown(button(), { button: 0 })
  fireEvent.keyDown(button(), { key: 'Enter' })
  expect(button().getAttribute('aria-expanded')).toBe('false')
})

test('a press right after Escape opens the menu again, and it stays open', async () => {
  show()
  fireEvent.keyDown(button(), { key: 'Enter' })
  fireEvent.keyDown(await screen.findByRole('menu'), { key: 'Escape' })
  fireEvent.pointerDown(button(), { button: 0 })
  // The closed menu gives the focus back in a later task.
  await act(async () => await new Promise((resolve) => setTimeout(resolve, 20)))
  expect(screen.getByRole('menu').contains(document.activeElement)).toBe(true)
  expect(button().getAttribute('aria-expanded')).toBe('true')
})

test('a choice gives the focus back at once, and a field that gets it right afterwards keeps it', async () => {
  render(<input aria-label="Search" />)
  const chosen = show()
  fireEvent.keyDown(button(), { key: 'Enter' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Rename'))
  fireEvent.keyDown(document.activeElement as Element, { key: 'Enter' })
  expect(chosen).toEqual(['Rename'])
  expect(document.activeElement).toBe(button())
  const field = screen.getByRole('textbox', { name: 'Search' })
  field.focus()
  await act(async () => await new Promise((resolve) => setTimeout(resolve, 20)))
  expect(document.activeElement).toBe(field)
})
