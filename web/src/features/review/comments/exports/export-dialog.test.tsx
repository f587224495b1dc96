import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { FRAMES_DIFFER } from '@footnote/contract/shared/video-status.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { BrowserRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { json } from '../../../../../test/json.ts'
import type { ShareAccess } from '../../../../lib/calls/client.ts'
import { createQueryClient } from '../../../../lib/calls/query-client.ts'
import { ExportDialog } from './export-dialog.tsx'

const MADE = 'Your stills are being made. A notification will bring them.'
const TWENTY_FIVE = { frame_rate: { num: 25, den: 1 }, timecode: null }
const previewed = vi.fn<(query: object) => Response>()
const asked = vi.fn<(path: string, body: unknown) => void>()
const saved = vi.fn<(name: string) => void>()
const onClose = vi.fn()
const aFile = () =>
  new Response('TITLE', { headers: { 'content-disposition': "attachment; filename*=UTF-8''harbour%20v1.edl" } })

/** The comments of a list; ids that begin with `team` are those of team-only ones. */
const listedOf = (ids: readonly string[]) => ids.map((id) => ({ id, team: id.startsWith('team') }))

interface Circumstances {
  readonly video?: object
  readonly share?: ShareAccess
  readonly answer?: () => Response
}
function draw(ids: readonly string[], { video = TWENTY_FIVE, share, answer = aFile }: Circumstances = {}) {
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    if (pathname.includes('/export-preview/')) return previewed(Object.fromEntries(searchParams))
    asked(path, body ? JSON.parse(String(body)) : null)
    return answer()
  })
  const shown = { id: 'v', ...video } as unknown as VideoDetail
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BrowserRouter>
        <ExportDialog video={shown} listed={listedOf(ids)} share={share ?? null} onClose={onClose} />
      </BrowserRouter>
    </QueryClientProvider>,
  )
}
const LINES = ['01:00:01:00  Hold this |M:1 Ana', '01:00:02:00  Too late |M:3 Bo', '01:00:04:00  Warmer |M:4 Ana']
beforeEach(() => {
  previewed.mockImplementation(() => json({ file_name: 'harbour v1 comments.edl', count: 5, lines: LINES }))
  window.history.replaceState(null, '', '/')
  localStorage.clear()
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved(this.download)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})
const choose = (name: RegExp) => fireEvent.click(screen.getByRole('radio', { name }))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const start = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Timeline starts at' })
const problem = (status: number, code: string, detail: string) => () =>
  json({ type: 'about:blank', title: 'No', status, code, detail, message: detail }, status)

test('saves the comments that the list shows, in the chosen format', async () => {
  window.history.replaceState(null, '', '/?show=open&by=ada@example.org&kind=drawing')
  draw(['a', 'b'])
  choose(/^Premiere/)
  press('Export')
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  const [path] = asked.mock.calls[0]!
  expect(new URL(path, 'http://localhost').pathname).toBe('/api/quick-review/export/v')
  expect(Object.fromEntries(new URL(path, 'http://localhost').searchParams)).toEqual({
    format: 'premiere',
    status: 'open',
    by: 'ada@example.org',
    drawing: 'true',
  })
  expect(saved).toHaveBeenCalledWith('harbour v1.edl')
})

test('says how many comments the file will have: those for the team only when they are asked for', () => {
  const listed = () => screen.getByRole('radio', { name: /^As listed/ }).parentElement?.textContent
  draw(['a', 'b', 'team c'])
  expect(listed()).toContain('As listed 2')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Team-only comments too' }))
  expect(listed()).toContain('As listed 3')
})

test('a list of team-only comments is written whole', () => {
  window.history.replaceState(null, '', '/?kind=team')
  draw(['team a', 'team b'])
  expect(screen.getByRole('radio', { name: 'As listed 2' })).toBeDefined()
})

test('all comments, with those for the team, are a choice of members', async () => {
  window.history.replaceState(null, '', '/?show=open')
  draw(['a'])
  choose(/^All/)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Team-only comments too' }))
  press('Export')
  await expect.poll(() => asked.mock.calls.at(-1)?.[0]).toBe('/api/quick-review/export/v?format=resolve&team=true')
})

test('a guest gets files of what the link shows, and neither stills nor comments for the team', async () => {
  draw(['a'], { share: { share_token: 't' } })
  expect(screen.queryByRole('radio', { name: /^Stills/ })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
  choose(/^CSV/)
  press('Export')
  await expect.poll(() => asked.mock.calls.at(-1)?.[0]).toBe('/api/quick-review/export/v?format=csv')
})

test('the timeline starts where the format or the file says, or where somebody types', async () => {
  draw(['a'])
  expect(start().value).toBe('01:00:00:00')
  choose(/^Final Cut/)
  expect(start().value).toBe('00:00:00:00')
  fireEvent.change(start(), { target: { value: '10:00' } })
  expect([button('Export').disabled, screen.getByText(/Write a timecode/) !== null]).toEqual([true, true])
  fireEvent.change(start(), { target: { value: '10:00:00:00' } })
  press('Export')
  await expect
    .poll(() => asked.mock.calls.at(-1)?.[0])
    .toBe('/api/quick-review/export/v?format=fcpxml&start=10%3A00%3A00%3A00')
})

test('drop-frame is a choice where the rate has it and the file states no timecode', async () => {
  const ntsc = { frame_rate: { num: 30_000, den: 1001 }, timecode: null }
  draw(['a'], { video: ntsc })
  expect(start().value).toBe('01:00:00;00')
  choose(/^Non-drop/)
  expect(start().value).toBe('01:00:00:00')
  choose(/^Final Cut/)
  expect(start().value).toBe('00:00:00:00')
  press('Export')
  await expect
    .poll(() => asked.mock.calls.at(-1)?.[0])
    .toBe('/api/quick-review/export/v?format=fcpxml&start=00%3A00%3A00%3A00')
  fireEvent.change(start(), { target: { value: '00:01:00:00' } })
  expect(button('Export').disabled).toBe(false)
  choose(/^Drop-frame/)
  // Drop-frame timecode skips this label.
  expect([start().value, button('Export').disabled]).toEqual(['00:01:00;00', true])
  cleanup()
  for (const video of [TWENTY_FIVE, { ...ntsc, timecode: { start: 0, drop_frame: false } }]) {
    draw(['a'], { video })
    expect(screen.queryByRole('radio', { name: 'Non-drop' })).toBeNull()
    cleanup()
  }
})

test('paper is a page that shows what the list shows, or all comments', () => {
  window.history.replaceState(null, '', '/quick-review/u/v?t=0:07&show=open&by=me')
  draw(['a'])
  choose(/^Print/)
  expect(screen.queryByRole('textbox')).toBeNull()
  const page = () => screen.getByRole('link', { name: 'Open page' }).getAttribute('href')
  expect(page()).toBe('/quick-review/u/v/print?show=open&by=me')
  choose(/^All/)
  expect(page()).toBe('/quick-review/u/v/print')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Team-only comments too' }))
  expect(page()).toBe('/quick-review/u/v/print?team=true')
})

test('the next dialog begins with the last format, but without comments for the team', async () => {
  draw(['a'])
  choose(/^CSV/)
  fireEvent.click(screen.getByRole('checkbox'))
  press('Export')
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  cleanup()
  draw(['a'])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^CSV/ }).checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
})

test('a guest begins with a file where a member made stills', () => {
  localStorage.setItem('export_format', 'stills')
  draw(['a'], { share: { share_token: 't' } })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^DaVinci/ }).checked).toBe(true)
})

test('the timecode of the file is the start', () => {
  draw(['a'], { video: { ...TWENTY_FIVE, timecode: { start: 90_000, drop_frame: false } } })
  expect(start().value).toBe('01:00:00:00')
  choose(/^CSV/)
  expect(start().value).toBe('01:00:00:00')
})

test('a rate that editing programs do not know needs another one', async () => {
  draw(['a'], { video: { frame_rate: null, timecode: null } })
  expect(button('Timeline rate: 25')).toBeDefined()
  press('Export')
  await expect.poll(() => asked.mock.calls.at(-1)?.[0]).toBe('/api/quick-review/export/v?format=resolve&rate=25')
})

test('says why an export is refused, and stays open', async () => {
  const detail = 'This format has room for 999 markers.'
  draw(['a'], { answer: problem(409, 'too_many_markers', detail) })
  press('Export')
  expect(await screen.findByText(detail)).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
})

test('where the copy that plays lacks frames, only lists for people are exported, and the dialog says why', async () => {
  draw(['a'], { video: { ...TWENTY_FIVE, frames_note: FRAMES_DIFFER } })
  const said = () => screen.queryByText(FRAMES_DIFFER, { exact: false })?.textContent
  for (const name of [/^DaVinci/, /^Avid/, /^Final Cut/, /^Premiere/, /^OTIO/, /^CSV/]) {
    choose(name)
    expect([button('Export').disabled, said()]).toEqual([
      true,
      `${FRAMES_DIFFER} Markdown, Text and Print need no exact frames.`,
    ])
  }
  choose(/^Print/)
  expect([screen.getByRole('link', { name: 'Open page' }) !== null, said()]).toEqual([true, undefined])
  choose(/^Text/)
  expect([button('Export').disabled, said()]).toEqual([false, undefined])
})

test('where the copy that plays lacks frames, no stills are made, and the dialog says why', () => {
  draw(['a'], { video: { ...TWENTY_FIVE, frames_note: FRAMES_DIFFER } })
  choose(/^Stills/)
  expect(screen.getByRole('status').textContent).toContain(FRAMES_DIFFER)
  expect(button('Make stills').disabled).toBe(true)
})

test('stills are made of the comments that the list shows, with drawings unless a person chooses otherwise', async () => {
  draw(['a', 'b'], { answer: () => json({ message: MADE }) })
  choose(/^Stills/)
  expect(screen.getByText(/each of the 2 comments that the list shows/)).toBeDefined()
  fireEvent.click(screen.getByRole('checkbox', { name: 'With drawings' }))
  press('Make stills')
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(asked.mock.calls).toEqual([['/api/quick-review/stills/v', { comment_ids: ['a', 'b'], drawings: false }]])
})

test('no stills are made of an empty list, or of more than 500 comments', () => {
  draw([])
  choose(/^Stills/)
  expect([button('Make stills').disabled, screen.getByText(/Change its filter/) !== null]).toEqual([true, true])
})

test('shows the first lines of the file and how many markers it has, again after each change', async () => {
  draw(['a', 'team b'])
  expect(screen.getByText('Reading the comments…')).toBeDefined()
  expect(await screen.findByText('Preview, 3 of 5 markers')).toBeDefined()
  const shown = screen.getByRole('region', { name: 'Preview' }).textContent
  expect(shown).toBe(['Preview, 3 of 5 markers', ...LINES, 'harbour v1 comments.edl'].join(''))
  expect(previewed).toHaveBeenLastCalledWith({ format: 'resolve' })
  previewed.mockImplementation(() => json({ file_name: 'harbour v1 comments.csv', count: 1, lines: ['1,open'] }))
  choose(/^CSV/)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Team-only comments too' }))
  expect(await screen.findByText('Preview, 1 comment')).toBeDefined()
  expect(previewed).toHaveBeenLastCalledWith({ format: 'csv', team: 'true' })
})

test('says why there is no preview: the answer of the server, or a start that is none', async () => {
  previewed.mockImplementation(problem(409, 'too_many_markers', 'This list has more than 999 markers.'))
  draw(['a'])
  expect(await screen.findByText('This list has more than 999 markers.')).toBeDefined()
  fireEvent.change(start(), { target: { value: 'noon' } })
  expect(await screen.findByText('Choose a start to see the first lines.')).toBeDefined()
})
