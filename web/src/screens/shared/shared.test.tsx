import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anOpenedLink } from '../../../../seed/answers/links.ts'
import { aVideoDetail } from '../../../../seed/answers/videos.ts'
import { json } from '../../../test/json.ts'
import { draftName, draftOf, keepDraft, replyName } from '../../features/review/comments/writing/draft.ts'
import SharedScreen from './shared.tsx'
// Loaded first, because loading takes longer than these tests wait.
import '../../features/review/review-page/ended/link-ended.tsx'
import './shared-video.tsx'

const opened = anOpenedLink('v', { permission: 'commenter' })
const ENDED = { code: 'invalid_share_token', detail: 'Invalid share token', status: 404, title: 'Not Found' }
const calls = vi.fn<(path: string) => Response>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (path: string) => calls(path))
})
afterEach(() => vi.useRealTimers())

const settle = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const open = () =>
  render(
    <MemoryRouter initialEntries={['/shared/token']}>
      <Routes>
        <Route path="/shared/:shareToken" element={<SharedScreen />} />
      </Routes>
    </MemoryRouter>,
  )

test('a page whose link has ended asks the server for nothing more', async () => {
  calls.mockImplementation(() => json(ENDED, 404))
  open()
  await settle(1_000)
  expect(screen.getByRole('alert')).toBeDefined()
  const asked = calls.mock.calls.length
  await settle(180_000)
  expect(calls.mock.calls.length).toBe(asked)
})

test.each([
  [['Hold this two beats longer.'], 'Copy your comment'],
  [['Hold this.', 'I agree.'], 'Copy your comments'],
])('a guest can copy the comments and replies that they had not sent when the link ended', async (texts, copies) => {
  sessionStorage.clear()
  const name = draftName('v', null)
  for (const [place, text] of texts.entries())
    keepDraft(place === 0 ? name : replyName(name, `root ${place}`), draftOf({ text }))
  const deleting = { ...aVideoDetail('v', 'c', { status: 'DELETING' }), shared_permission: 'commenter' }
  calls.mockImplementation((path) => json(path.includes('validate') ? opened : deleting))
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  // The page of an ended link loads in real time.
  vi.useRealTimers()
  open()
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox')).value).toBe(texts.join('\n\n'))
  fireEvent.click(screen.getByRole('button', { name: copies }))
  expect(writeText).toHaveBeenCalledWith(texts.join('\n\n'))
})
