import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { json } from '../../../../../test/json.ts'
import { problem } from '../../../../../test/shared-pages.tsx'
import { Toaster } from '../../../../ui/overlays/toaster.tsx'
import { DownloadButton } from './download-button.tsx'

/** Presses the button. @returns the addresses that the browser saves */
function press(answer: () => Response): string[] {
  const saved: string[] = []
  vi.stubGlobal('fetch', async () => answer())
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.href)
  })
  render(
    <>
      <DownloadButton videoId="v" share={{ share_token: 'link' }} />
      <Toaster />
    </>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Download' }))
  return saved
}

test('the file is saved from the address that the link allows', async () => {
  const saved = press(() => json({ url: 'https://footnote.example/files/film?signed' }))
  await expect.poll(() => saved).toEqual(['https://footnote.example/files/film?signed'])
})

test('why there is no file is said', async () => {
  const saved = press(() => problem(409, 'video_not_ready', 'This file is not made yet. Try again later.'))
  expect(await screen.findByText('This file is not made yet. Try again later.')).toBeDefined()
  expect(saved).toEqual([])
})
