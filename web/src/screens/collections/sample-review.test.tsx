import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { aCollection } from '../../../../seed/answers/collections.ts'
import { aVideo } from '../../../../seed/answers/videos.ts'
import { json } from '../../../test/json.ts'
import { createQueryClient } from '../../lib/calls/query-client.ts'
import { SampleReview } from './sample-review.tsx'

const sample = { ...aCollection('s', 'Samples'), sample: true, visual: true, ocr: true, audio: true }

function show(samples: readonly object[]) {
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith('/api/sample_indexes')) return json({ indexes: samples })
    const videos = [
      aVideo('lens', 's'),
      aVideo('old', 's', { version_count: 2, current: false }),
      aVideo('harbour', 's', { version_count: 2, version: 2, user_id: 'u' }),
    ]
    return json({ collection: sample, videos, visual: true, ocr: true, audio: true, expired: false })
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <SampleReview />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('the sample review is the current version of the sample that has several', async () => {
  show([sample])
  const link = await screen.findByRole('link', { name: 'Open the sample review' })
  expect(link.getAttribute('href')).toBe('/quick-review/u/harbour')
})

test('an installation without samples shows none', async () => {
  show([])
  await expect.poll(() => vi.isMockFunction(fetch) || document.body.textContent).toBe('')
  expect(screen.queryByRole('article')).toBeNull()
})
