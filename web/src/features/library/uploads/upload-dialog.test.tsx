import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mp4Of } from '../../../../test/drawn-containers.ts'
import { json } from '../../../../test/json.ts'
import { transfer } from './queue/transfer.ts'
import { UploadDialog } from './upload-dialog.tsx'

vi.mock('./queue/transfer.ts', { spy: true })

afterEach(() => vi.unstubAllGlobals())

const choose = (...files: File[]) =>
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files } })
const file = (name: string, type: string) => new File([name], name, { type })

test('a file without a known type is accepted by its extension, and other files are refused', async () => {
  render(<UploadDialog onClose={() => undefined} collectionId="c" />)
  choose(file('Film.mkv', 'application/octet-stream'), file('Firmware.bin', 'application/octet-stream'))
  expect(await screen.findByText('Film.mkv')).toBeDefined()
  expect(screen.getByText(/Firmware\.bin/).textContent).toContain('Firmware.bin')
  expect(screen.getByText(/^1 file,/)).toBeDefined()
})

test('a video with another type in the browser is announced as a video', async () => {
  const announced: unknown[] = []
  vi.stubGlobal('fetch', async () => json({ video: null, compares: false }))
  vi.mocked(transfer).mockImplementation(async ({ metadata }) => {
    announced.push(metadata)
    return 'v'
  })
  render(<UploadDialog onClose={() => undefined} collectionId="c" />)
  choose(file('Film.mts', 'model/vnd.mts'), file('Film.webm', 'video/webm'))
  await screen.findByText('Film.mts')
  fireEvent.click(screen.getByRole('button', { name: 'Upload' }))
  await expect
    .poll(() => announced)
    .toMatchObject([
      { filetype: 'video/mp4', filename: 'Film.mts' },
      { filetype: 'video/webm', filename: 'Film.webm' },
    ])
})

test('a folder with sub-folders asks where its videos go', async () => {
  const at = (path: string) => Object.assign(file(path.split('/').at(-1)!, 'video/mp4'), { path })
  const files = [at('/Day 2/Bar/one.mp4'), at('/Day 2/Lane/two.mp4')]
  const collection = { id: 'c', name: 'Autumn', kind: 'search', visual: true, ocr: false, audio: false } as const
  const shown = { onClose: () => undefined, collectionId: 'c', chosen: { files, refusal: null } }
  render(<UploadDialog {...shown} collection={collection} />)
  expect(screen.getByText('Day 2/Bar/one.mp4')).toBeDefined()
  expect(screen.getByRole('radio', { name: /Into Autumn/ })).toMatchObject({ checked: true })
  expect(screen.getByRole('radio', { name: /per sub-folder/ }).parentElement?.textContent).toContain('Bar, Lane')
})

test('files without a picture say so in the list, and only the others are sent', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async () => json({ video: null, compares: false }))
  vi.mocked(transfer).mockImplementation(async ({ metadata }) => {
    sent.push(metadata.filename)
    return 'v'
  })
  render(<UploadDialog onClose={() => undefined} collectionId="c" />)
  choose(
    file('talk.m4a', 'audio/mp4'),
    new File([mp4Of('soun')], 'podcast.mp4', { type: 'video/mp4' }),
    new File([mp4Of('vide', 'soun')], 'film.mp4', { type: 'video/mp4' }),
  )
  await expect.poll(() => screen.queryAllByText(/It has only sound, and Footnote needs a picture\./)).toHaveLength(2)
  expect(screen.getByText(/^1 file,/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Upload' }))
  await expect.poll(() => sent).toEqual(['film.mp4'])
})
