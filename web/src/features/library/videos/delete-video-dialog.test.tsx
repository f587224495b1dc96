import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aVideo } from '../../../../../seed/answers/videos.ts'
import { DeleteVideoDialog } from './delete-video-dialog.tsx'

afterEach(() => vi.restoreAllMocks())

/** Asks about a video whose comments the server counts. @returns bodies of the deletions; `leave` removes other versions */
async function ask(threads: { open: number; keepable: number; resolved: number }, version_count: number) {
  const sent: unknown[] = []
  let alone = false
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(new URL(String(input instanceof Request ? input.url : input), location.href), init)
    if (request.url.includes('delete_video')) {
      const body = await request.json()
      sent.push(body)
      if (alone && body.keep_comments)
        return Response.json({ code: 'invalid', detail: 'No other version' }, { status: 400 })
    }
    const selects = ['Trailer', 'Teaser', 'Press', 'Fair', 'Web'].map((name) => ({ id: name, name }))
    return Response.json(
      request.url.includes('preview')
        ? {
            ...threads,
            ...(alone && { keepable: 0 }),
            keepable_in: threads.keepable > 0 && !alone ? ['v'] : [],
            selects,
          }
        : { message: 'The video is being deleted' },
    )
  })
  const onDeleted = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DeleteVideoDialog
        video={aVideo('v', 'c', { version: 1, version_count })}
        onClose={() => undefined}
        onDeleted={onDeleted}
      />
    </QueryClientProvider>,
  )
  await screen.findByText(/with it\.$/)
  return { sent, onDeleted, leave: () => (alone = true) }
}
const confirm = () => fireEvent.click(screen.getByRole('button', { name: 'Delete' }))

test('the question says what goes with a version, and keeps open comments unless somebody decides otherwise', async () => {
  const { sent, onDeleted } = await ask({ open: 6, keepable: 6, resolved: 1 }, 3)
  expect(screen.getByText('1 resolved comment and the replies to it go with it.')).toBeDefined()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Keep the 6 open comments in the newest other version' }))
  expect(screen.getByText('6 open and 1 resolved comments and the replies to them go with it.')).toBeDefined()
  fireEvent.click(screen.getByRole('checkbox'))
  confirm()
  await waitFor(() => expect(onDeleted).toHaveBeenCalled())
  expect(sent).toMatchObject([{ keep_comments: true }])
})

test('a video without other versions takes its comments along', async () => {
  const { sent, onDeleted } = await ask({ open: 2, keepable: 0, resolved: 0 }, 1)
  expect(screen.getByText('2 open comments and the replies to them go with it.')).toBeDefined()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(
    screen.getByText('The selects “Trailer”, “Teaser”, “Press” and 2 more lose their pieces of this video.'),
  ).toBeDefined()
  confirm()
  await waitFor(() => expect(onDeleted).toHaveBeenCalled())
  expect(sent).toMatchObject([{ keep_comments: false }])
})

test('after a refusal the question is asked again, because the version that was to have the comments may be gone', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { sent, leave } = await ask({ open: 2, keepable: 2, resolved: 0 }, 2)
  leave()
  confirm()
  await screen.findByText('2 open comments and the replies to them go with it.')
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(sent).toMatchObject([{ keep_comments: true }, { keep_comments: false }]))
})
