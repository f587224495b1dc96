import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { SearchBar } from './search-bar.tsx'

// jsdom does not know the element <search>, and React warns about it.
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

const nothing = () => undefined
const EMPTY = {
  collections: [],
  collection: undefined,
  onCollection: nothing,
  query: '',
  onQuery: nothing,
  onSearch: nothing,
}
const page = (loaded: boolean) => (
  <>
    <button type="button">User menu</button>
    {loaded && <SearchBar {...EMPTY} autoFocus placeholder="" />}
  </>
)

test('the keyboard is in the search field when its page opens', () => {
  render(page(true))
  expect(document.activeElement).toBe(screen.getByLabelText('Search'))
})

test('a page that loads late leaves the focus where the person has put it', () => {
  const { rerender } = render(page(false))
  const menu = screen.getByRole('button', { name: 'User menu' })
  menu.focus()
  rerender(page(true))
  expect(document.activeElement).toBe(menu)
})

test('an example that types itself draws nothing but its field', async () => {
  let drawn = 0
  const Page = () => {
    drawn += 1
    return <SearchBar {...EMPTY} />
  }
  render(<Page />)
  const field = screen.getByLabelText<HTMLInputElement>('Search')
  await expect.poll(() => field.placeholder.length).toBeGreaterThan(5)
  expect(drawn).toBe(1)
})
