import type { Collection } from '@footnote/contract/nouns/collections.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { ChooseDialog } from './choose-dialog.tsx'

const collection = (name: string, upload: boolean, expired = false) =>
  ({ id: name, name, num_videos: 2, expired, can: { rename: true, delete: true, upload } }) as Collection

/** Opens the dialog over what has been read of the collections. */
const show = (list: Partial<UseQueryResult<Collection[]>>) =>
  render(
    <MemoryRouter>
      <ChooseDialog open onClose={() => undefined} list={list as UseQueryResult<Collection[]>} />
    </MemoryRouter>,
  )
const creates = () => screen.queryByRole('link', { name: 'Create Collection' }) !== null

test('those that may be uploaded to are chosen from', () => {
  show({ data: [collection('Rushes', true), collection('Old', false, true)] })
  expect(screen.getByRole('link', { name: /^Rushes/ }).getAttribute('href')).toBe(
    '/collections/Rushes?openUploadModal=true',
  )
  expect(screen.queryByRole('link', { name: /^Old/ })).toBeNull()
})

test('where there are none, one is created', () => {
  show({ data: [] })
  expect(screen.getByText('No collections yet')).toBeDefined()
  expect(creates()).toBe(true)
})

test('nothing is said of collections before they have been read, and another try is offered when they could not be', () => {
  const { unmount } = show({})
  expect(screen.queryByText('No collections yet')).toBeNull()
  unmount()
  const refetch = vi.fn()
  show({ isError: true, refetch })
  screen.getByRole('button', { name: 'Retry' }).click()
  expect(refetch).toHaveBeenCalledOnce()
  expect(creates()).toBe(false)
})

test('that all are expired is said, and a new one can be created', () => {
  show({ data: [collection('Old', false, true)] })
  expect(screen.getByText('All collections are expired')).toBeDefined()
  expect(creates()).toBe(true)
})

test('who has no seat is told so, and is not sent to create what they may not', () => {
  show({ data: [collection('Rushes', false)] })
  expect(screen.getByText(/too few seats/)).toBeDefined()
  expect(creates()).toBe(false)
})
