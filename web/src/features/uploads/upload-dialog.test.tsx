import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { UploadDialog } from './upload-dialog.tsx'

afterEach(() => vi.unstubAllGlobals())

const choose = (...files: File[]) =>
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files } })
const file = (name: string, type: string) => new File(['bytes'], name, { type })

test('a file without a known type is accepted by its extension, and other files are refused', async () => {
  render(<UploadDialog open onClose={() => undefined} collectionId="c" />)
  choose(file('Film.mkv', 'application/octet-stream'), file('Firmware.bin', 'application/octet-stream'))
  expect(await screen.findByText('Film.mkv')).toBeDefined()
  expect(screen.getByText(/Firmware\.bin/).textContent).toContain('Firmware.bin')
  expect(screen.getByText(/^1 file,/)).toBeDefined()
})

test('a video with another type in the browser is announced as a video', async () => {
  const announced: unknown[] = []
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    announced.push(JSON.parse(String(body)))
    return new Response('', { status: 502 })
  })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  render(<UploadDialog open onClose={() => undefined} collectionId="c" />)
  choose(file('Film.mts', 'model/vnd.mts'), file('Film.webm', 'video/webm'))
  await screen.findByText('Film.mts')
  fireEvent.click(screen.getByRole('button', { name: 'Upload' }))
  await expect.poll(() => announced).toMatchObject([{ file_type: 'video/mp4' }, { file_type: 'video/webm' }])
})
