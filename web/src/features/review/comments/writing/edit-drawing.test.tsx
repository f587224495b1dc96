import type { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aComment } from '../../../../../../seed/answers/comments.ts'
import { aCommentsApi, quietStream } from '../../../../../test/comments-api.ts'
import { Toaster } from '../../../../ui/overlays/toaster.tsx'
import { CommentsPane } from '../comments-pane.tsx'
import { createBoard, openSketch } from '../drawing/board.ts'
import { EVERYTHING } from '../list/filter.ts'

// The browser of tests does not scroll.
Element.prototype.scrollIntoView = () => undefined
const arrow: Drawing = { v: 1, shapes: [{ t: 'arrow', c: 'red', w: 0.01, p: [0.1, 0.1, 0.5, 0.5] }] }
const box: Drawing = { v: 1, shapes: [{ t: 'rect', c: 'blue', w: 0.01, p: [0.2, 0.2, 0.4, 0.4] }] }
const drawn = aComment('a', 10, { end_time: 12, has_drawing: true })
const plain = aComment('b', 20)

/** Opens a pane with a drawn comment and a plain one, over a picture. */
async function open() {
  const items = [drawn, plain]
  const page = { items, index_id: 'i', page: 1, page_size: 50, total: 2, counts: { open: 2, resolved: 0 } }
  const change = vi.fn(async (id: string, _name: string, body: object) => ({
    ...items.find((one) => one.id === id)!,
    ...body,
    has_drawing: !('drawing' in body && body.drawing === null),
  }))
  const board = createBoard()
  board.attach()
  const api = { ...aCommentsApi, list: async () => page, drawing: async () => arrow, change }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CommentsPane
        api={api}
        follow={quietStream}
        guest={false}
        canComment
        draftKey="edit-drawing"
        duration={100}
        timing={null}
        playhead={{ read: () => ({ seconds: 0 }), watch: () => () => undefined }}
        board={board}
        selected={null}
        filter={EVERYTHING}
        onFilter={() => undefined}
        onSelect={() => undefined}
        onMarkers={() => undefined}
        onEnded={() => undefined}
      />
      <Toaster />
    </QueryClientProvider>,
  )
  await screen.findByText('Words of a')
  const entry = (id: string) => within(document.getElementById(`comment-${id}`)!)
  const edit = async (id: string) => {
    fireEvent.click(entry(id).getByRole('button', { name: /^Edit: / }))
    return within(await entry(id).findByRole('form', { name: 'Edit comment' }))
  }
  return { board, change, edit }
}

test('the drawing of a sent comment opens on the comment’s own frames, and is saved with it', async () => {
  const { board, change, edit } = await open()
  const form = await edit('a')
  fireEvent.click(form.getByRole('button', { name: 'Edit drawing' }))
  await waitFor(() =>
    expect(openSketch(board.read())).toEqual({
      drawing: arrow,
      start_time: 10,
      end_time_inclusive: 12,
      comment_id: 'a',
    }),
  )
  act(() => board.change(box))
  expect(openSketch(board.read())?.drawing).toEqual(box)
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(change).toHaveBeenCalledExactlyOnceWith('a', 'update', { content: 'Words of a', drawing: box }),
  )
  await waitFor(() => expect([...board.read().sketches]).toEqual([]))
  expect(board.read().drawing).toBeNull()
})

test('a drawing is removed and brought back in the form, and after saving by a message', async () => {
  const { board, change, edit } = await open()
  const form = await edit('a')
  fireEvent.click(form.getByRole('button', { name: 'Edit drawing' }))
  fireEvent.click(await form.findByRole('button', { name: 'Remove' }))
  expect(board.read().drawing).toBeNull()
  fireEvent.click(form.getByRole('button', { name: 'Undo' }))
  fireEvent.click(form.getByRole('button', { name: 'Remove' }))
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(change).toHaveBeenLastCalledWith('a', 'update', { content: 'Words of a', drawing: null }))
  await screen.findByText('Drawing removed')
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(change).toHaveBeenLastCalledWith('a', 'update', { content: 'Words of a', drawing: arrow }))
})

test('a comment without a drawing gets one, and one that is left alone is not sent', async () => {
  const { board, change, edit } = await open()
  const form = await edit('b')
  fireEvent.click(form.getByRole('button', { name: 'Draw' }))
  await waitFor(() => expect(openSketch(board.read())?.start_time).toBe(20))
  act(() => board.change(box))
  fireEvent.click(form.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect([...board.read().sketches]).toEqual([]))
  expect(change).not.toHaveBeenCalled()
})

test('an edit that was discarded comes back, with its words and its drawing', async () => {
  const { board, change, edit } = await open()
  const form = await edit('b')
  fireEvent.change(form.getByRole('textbox'), { target: { value: 'Other words' } })
  fireEvent.click(form.getByRole('button', { name: 'Draw' }))
  await waitFor(() => expect(openSketch(board.read())?.start_time).toBe(20))
  act(() => board.change(box))
  fireEvent.click(form.getByRole('button', { name: 'Cancel' }))
  await screen.findByText('Edit discarded')
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  const again = within(await screen.findByRole('form', { name: 'Edit comment' }))
  expect(again.getByRole('textbox')).toHaveProperty('value', 'Other words')
  fireEvent.click(again.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(change).toHaveBeenCalledExactlyOnceWith('b', 'update', { content: 'Other words', drawing: box }),
  )
})
