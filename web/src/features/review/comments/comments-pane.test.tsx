import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aComment } from '../../../../../seed/answers/comments.ts'
import { button, onlyPage, openPane, reply, roots, settle, stopTheClock } from '../../../../test/comments-pane.tsx'
import { ApiError } from '../../../lib/calls/api-error.ts'

stopTheClock()

test('replies load on demand, and replies by others appear among them', async () => {
  const { api, say } = openPane()
  await settle()
  expect(api.replies).not.toHaveBeenCalled()
  fireEvent.click(button('Show 1 reply'))
  await settle()
  expect(screen.getByText('Words of r')).toBeDefined()
  await say('comment', { kind: 'created', comment: { ...reply, id: 's', content: 'Heard of' } })
  await settle()
  expect(screen.getByText('Heard of')).toBeDefined()
  expect(button('Hide 2 replies')).toBeDefined()
})

test.each([
  ['shows its replies again', 0],
  ['can be opened again if they cannot be read', 1],
])('an open thread that goes and comes back at once %s', async (_, refusals) => {
  const { say, api } = openPane({ replies: vi.fn(async () => [reply]) })
  await settle()
  fireEvent.click(button('Show 1 reply'))
  await settle()
  if (refusals > 0) vi.mocked(api.replies).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  // Both events are in one piece of the stream.
  const deleted = JSON.stringify({ kind: 'deleted', comment: roots[0] })
  await say(`comment\ndata: ${deleted}\n\nevent: comment`, { kind: 'created', comment: roots[0] })
  await settle()
  if (refusals > 0) fireEvent.click(button('Show 1 reply'))
  await settle()
  expect(screen.getByText('Words of r')).toBeDefined()
  expect(button('Hide 1 reply')).toBeDefined()
})

test('the first reply to a comment arrives highlighted; earlier replies do not', async () => {
  const { say } = openPane()
  await settle()
  await say('comment', { kind: 'created', comment: { ...reply, id: 's', parent_comment_id: 'b' } })
  const [before, arrived] = screen.getAllByRole('button', { name: 'Show 1 reply' })
  expect(before?.classList.contains('is-arriving')).toBe(false)
  expect(arrived?.classList.contains('is-arriving')).toBe(true)
})

test('a comment by somebody else appears once, leaves the numbers of the others, and disappears when it is deleted', async () => {
  const { say, handlers } = openPane()
  await settle()
  const fresh = aComment('c', 15, { first_name: 'Grace', number: '3' })
  await say('comment', { kind: 'created', comment: fresh })
  await say('comment', { kind: 'created', comment: fresh })
  await settle()
  expect(screen.getAllByText('Words of c')).toHaveLength(1)
  expect(screen.getByRole('button', { name: /0:20.*comment 2$/ })).toBeDefined()
  expect(handlers.onMarkers.mock.lastCall?.[0]?.map(({ id }: { id: string }) => id)).toEqual(['a', 'c', 'b'])
  await say('comment', { kind: 'deleted', comment: { ...fresh, content: '' } })
  await settle()
  expect(screen.queryByText('Words of c')).toBeNull()
})

/** Presses the first button of a name, and types into the field that it opens. @returns the field */
async function write(action: string, field: string, text: string): Promise<HTMLElement> {
  fireEvent.click(screen.getAllByRole('button', { name: action })[0] as HTMLElement)
  await settle()
  const opened = screen.getByRole('textbox', { name: field })
  fireEvent.change(opened, { target: { value: text } })
  return opened
}

test('an edit in progress stays when somebody else changes the comment', async () => {
  const { say, api } = openPane()
  await settle()
  const edit = await write('Edit: comment by Ada', 'Edit comment', 'Mine')
  await say('comment', { kind: 'updated', comment: { ...roots[0], content: 'Theirs' } })
  await settle()
  expect(edit).toHaveProperty('value', 'Mine')
  expect(screen.getByText(/Meanwhile, somebody changed this comment/).textContent).toContain('Theirs')
  fireEvent.click(button('Save'))
  await settle()
  expect(api.change).toHaveBeenCalledWith('a', 'update', { content: 'Mine' })
  expect(screen.getByText('edited')).toBeDefined()
})

test('a reply in progress stays when its comment is deleted', async () => {
  const { say } = openPane()
  await settle()
  const answer = await write('Reply: comment by Ada', 'Reply to Ada', 'But why?')
  await say('comment', { kind: 'deleted', comment: { ...roots[0], content: '' } })
  await settle()
  expect(answer).toHaveProperty('value', 'But why?')
  expect(screen.getByText('This comment was deleted.')).toBeDefined()
  expect(button('Reply').disabled).toBe(true)
  expect(screen.getByRole('button', { name: /0:20.*comment 2$/ })).toBeDefined()
  fireEvent.click(button('Cancel'))
  await settle()
  expect(screen.queryByText('This comment was deleted.')).toBeNull()
})

test('deleting asks first, and says when it failed', async () => {
  const { api } = openPane({ remove: vi.fn(() => Promise.reject(new Error('no'))) })
  await settle()
  fireEvent.click(screen.getAllByRole('button', { name: 'Delete: comment by Ada' })[1] as HTMLElement)
  await settle(10)
  expect(api.remove).not.toHaveBeenCalled()
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await settle()
  expect(screen.getByRole('alert').textContent).toBe('Failed to delete comment. Please try again.')
  expect(screen.getByText('Words of b')).toBeDefined()
})

test('on a phone the menu has the choice between open and resolved comments', async () => {
  openPane({}, { compact: true })
  await settle()
  expect(screen.queryByRole('radiogroup', { name: 'Show comments' })).toBeNull()
  fireEvent.keyDown(button('Filter'), { key: 'Enter' })
  await settle()
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Resolved 0' }))
  await settle()
  expect(screen.queryByText('Words of a')).toBeNull()
})

test('the numbers in the head are of the comments that the filter leaves', async () => {
  openPane()
  await settle()
  const all = () => screen.getByRole('radio', { name: /^All/ }).closest('label')?.textContent ?? ''
  const before = all()
  fireEvent.keyDown(button('Filter'), { key: 'Enter' })
  await settle()
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'With a drawing' }))
  await settle()
  expect([before, all()]).toEqual(['All 2', 'All 0'])
})

test('the end of the stream is reported with its reason', async () => {
  const { say, handlers } = openPane()
  await settle()
  const reason = { code: 'invalid_share_token', detail: 'Invalid share token' }
  await say('ended', reason)
  await settle()
  expect(handlers.onEnded).toHaveBeenCalledWith(reason)
})

test('a list in another order, or of other comments, starts at its top', async () => {
  openPane()
  await settle()
  const list = screen.getByRole('region', { name: 'List of comments' })
  list.scrollTop = 500
  fireEvent.click(screen.getByRole('radio', { name: /^Open/ }))
  expect(list.scrollTop).toBe(0)
  list.scrollTop = 500
  fireEvent.keyDown(button('Sort: Timeline'), { key: 'Enter' })
  await settle(10)
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Latest' }))
  expect(list.scrollTop).toBe(0)
})

test('a list that fails to load can be retried', async () => {
  let broken = true
  openPane({
    list: async () => {
      if (broken) throw new ApiError({ status: 503, code: 'unavailable', detail: '' })
      return onlyPage
    },
  })
  await settle()
  broken = false
  fireEvent.click(button('Retry'))
  await settle()
  expect(screen.getByText('Words of a')).toBeDefined()
})
