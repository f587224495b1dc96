import type { Collection } from '@footnote/contract/nouns/library/collections.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { ChooseDialog } from './choose-dialog.tsx'

const collection = (name: string, upload: boolean, expired = false) =>
  ({ id: name, name, num_videos: 2, expired, can: { rename: true, delete: true, upload } }) as Collection

/** Opens the dialog with a given state of the list of collections. */
const show = (list: Partial<UseQueryResult<Collection[]>>) =>
  render(
    <MemoryRouter>
      <ChooseDialog onClose={() => undefined} list={list as UseQueryResult<Collection[]>} />
    </MemoryRouter>,
  )
const creates = () => screen.queryByRole('link', { name: 'Create Collection' }) !== null

test('it offers the collections that accept uploads', () => {
  show({ data: [collection('Rushes', true), collection('Old', false, true)] })
  expect(screen.getByRole('link', { name: /^Rushes/ }).getAttribute('href')).toBe(
    '/collections/Rushes?openUploadModal=true',
  )
  expect(screen.queryByRole('link', { name: /^Old/ })).toBeNull()
})

test('without collections it offers to create one', () => {
  show({ data: [] })
  expect(screen.getByText('No collections yet')).toBeDefined()
  expect(creates()).toBe(true)
})

test('it says nothing while the list loads, and offers to retry when loading fails', () => {
  const { unmount } = show({})
  expect(screen.queryByText('No collections yet')).toBeNull()
  unmount()
  const refetch = vi.fn()
  show({ isError: true, refetch })
  screen.getByRole('button', { name: 'Retry' }).click()
  expect(refetch).toHaveBeenCalledOnce()
  expect(creates()).toBe(false)
})

test('when all are expired it says so, and offers to create one', () => {
  show({ data: [collection('Old', false, true)] })
  expect(screen.getByText('All collections are expired')).toBeDefined()
  expect(creates()).toBe(true)
})

test('without a seat it says so, and does not offer to create one', () => {
  show({ data: [collection('Rushes', false)] })
  expect(screen.getByText(/too few seats/)).toBeDefined()
  expect(creates()).toBe(false)
})
