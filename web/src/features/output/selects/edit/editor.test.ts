import type { Selects } from '@footnote/contract/nouns/output/selects.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anItem, aSelects } from '../../../../../../seed/answers/selects.ts'
import { ApiError } from '../../../../lib/calls/api-error.ts'
import { changed, moved, removed } from './cuts.ts'
import { createEditor } from './editor.ts'

const three = [anItem('a', 0, 10), anItem('b', 20, 30), anItem('c', 40, 50)]
/** What the server has. */
let server: Selects
let saved: string[]
let broken: ApiError | null

/** Saves like the server: the revision must be the last one. */
const calls = () => ({
  save: vi.fn(async (cuts: readonly { id: string }[], revision: number) => {
    if (broken) throw broken
    if (revision !== server.revision) throw new ApiError({ status: 409, code: 'changed_meanwhile', detail: 'No.' })
    const known = new Map([...three, ...server.items].map((item) => [item.id, item]))
    const items = cuts.map((cut) => ({ ...(known.get(cut.id) ?? anItem(cut.id, 0, 1)), ...cut }))
    saved.push(items.map(({ id }) => id).join(''))
    server = { ...server, items, revision: revision + 1 }
    return server
  }),
  change: async (name: string, note: string, revision: number) => {
    if (revision !== server.revision) throw new ApiError({ status: 409, code: 'changed_meanwhile', detail: 'No.' })
    server = { ...server, name, note, revision: revision + 1 }
    return server
  },
  load: async () => server,
  onAnswer: () => undefined,
  onJoined: vi.fn<(count: number) => void>(),
})
const elsewhere = (items: Selects['items']) => {
  server = { ...server, items, revision: server.revision + 1 }
}
const settle = () => vi.advanceTimersByTimeAsync(2_000)
const open = (asked = calls()) => createEditor(server, asked)
const shown = (editor: ReturnType<typeof open>) =>
  editor
    .state()
    .cuts.map(({ id }) => id)
    .join('')

beforeEach(() => {
  vi.useFakeTimers()
  server = aSelects(three)
  saved = []
  broken = null
})
afterEach(() => vi.useRealTimers())

test('changes are saved together after a moment, with the revision', async () => {
  const asked = calls()
  const editor = open(asked)
  editor.apply((cuts) => moved(cuts, 'a', 2))
  editor.apply((cuts) => removed(cuts, 'b'))
  expect([editor.state().saving, saved]).toEqual(['changed', []])
  await settle()
  expect([editor.state().saving, saved, asked.save.mock.calls.length]).toEqual(['saved', ['ca'], 1])
})

test('undo and redo are saved, too; a removed piece comes back by its id', async () => {
  const editor = open()
  editor.apply((cuts) => removed(cuts, 'b'))
  await settle()
  editor.undo()
  await settle()
  expect([shown(editor), saved]).toEqual(['abc', ['ac', 'abc']])
  editor.redo()
  expect([shown(editor), editor.state().can_redo]).toEqual(['ac', false])
})

test('the steps of one trim are one undo', () => {
  const editor = open()
  for (const start_frame of [1, 2, 3]) editor.apply((cuts) => changed(cuts, 'a', { start_frame }), 'in a')
  editor.undo()
  expect([editor.state().cuts[0]?.start_frame, editor.state().can_undo]).toEqual([0, false])
})

test('what somebody else added is joined at the end, and both are saved', async () => {
  const asked = calls()
  const editor = open(asked)
  elsewhere([...three, anItem('d', 60, 70)])
  editor.apply((cuts) => moved(cuts, 'c', 0))
  await settle()
  expect([shown(editor), saved, editor.state().saving]).toEqual(['cabd', ['cabd'], 'saved'])
  expect(asked.onJoined).toHaveBeenCalledExactlyOnceWith(1)
})

test('after other changes the person chooses: one’s own are saved with theirs behind them', async () => {
  const editor = open()
  elsewhere([anItem('b', 20, 30), anItem('a', 0, 10), anItem('d', 60, 70)])
  editor.apply((cuts) => changed(cuts, 'a', { note: 'Mine' }))
  await settle()
  expect(editor.state().conflict?.difference).toMatchObject({
    moved: true,
    added: [{ id: 'd' }],
    removed: [{ id: 'c' }],
  })
  expect([shown(editor), saved, editor.state().saving]).toEqual(['abc', [], 'failed'])
  editor.keepMine()
  await settle()
  expect([shown(editor), saved, editor.state().cuts[0]?.note]).toEqual(['abcd', ['abcd'], 'Mine'])
})

test('who takes theirs gets their list, and by undo the own one', async () => {
  const editor = open()
  elsewhere([anItem('b', 20, 30)])
  editor.apply((cuts) => moved(cuts, 'c', 0))
  await settle()
  editor.takeTheirs()
  expect([shown(editor), editor.state().saving]).toEqual(['b', 'saved'])
  editor.undo()
  expect(shown(editor)).toBe('cab')
})

test('a failed save keeps the changes, says why, and can be repeated', async () => {
  const editor = open()
  broken = new ApiError({ status: 400, code: 'validation_failed', detail: 'Piece 1 ends after its video.' })
  editor.apply((cuts) => moved(cuts, 'a', 2))
  await settle()
  expect(editor.state()).toMatchObject({ saving: 'failed', failure: 'Piece 1 ends after its video.' })
  broken = null
  await editor.save()
  expect([saved, editor.state().failure]).toEqual([['bca'], null])
})

test('a new name is saved between two saves of the list', async () => {
  const editor = open()
  editor.apply((cuts) => moved(cuts, 'a', 2))
  const both = Promise.all([editor.save(), editor.rename('Harbour', '')])
  await settle()
  await both
  expect([server.name, server.revision, editor.state().selects.name]).toEqual(['Harbour', 3, 'Harbour'])
})

test('a list that was read again replaces a saved one, not an unsaved one', () => {
  const editor = open()
  elsewhere([anItem('b', 20, 30)])
  editor.refresh(server)
  expect(shown(editor)).toBe('b')
  editor.apply((cuts) => changed(cuts, 'b', { note: 'Mine' }))
  elsewhere([])
  editor.refresh(server)
  expect(shown(editor)).toBe('b')
})
