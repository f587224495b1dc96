import type { Version } from '@footnote/contract/nouns/library/videos/versions.ts'
import { FRAMES_DIFFER } from '@footnote/contract/shared/video-status.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { aVideoDetail } from '../../../../seed/answers/videos.ts'
import { json } from '../../../test/json.ts'
import { createQueryClient } from '../../lib/calls/query-client.ts'
import CompareScreen from './compare.tsx'

const version = (video_id: string, number: number): Version => ({
  ...{ video_id, version: number, user_id: 'u', file_name: 'harbour.mp4', status: 'SUCCESS', error: null },
  ...{ duration: 60, thumbnail_url: null, created_at: '2026-01-01T00:00:00.000Z', first_name: 'Ada', last_name: 'L' },
  ...{ open_comments: 0, review_status: 'in_progress', current: number === 2 },
})

test.each([
  ['first', 'v1', 'v1 cannot be compared'],
  ['second', 'v2', 'v2 cannot be compared'],
])(
  'versions are not compared where the copy of the %s lacks frames, and the page says why',
  async (_, lacking, fact) => {
    vi.stubGlobal('fetch', async (path: string) => {
      const { pathname } = new URL(path, 'http://localhost')
      if (pathname.includes('/versions/'))
        return json({ stack_id: 's', versions: [version('v2', 2), version('v1', 1)] })
      const id = pathname.split('/').at(-1) ?? ''
      const frames_note = id === lacking ? FRAMES_DIFFER : null
      return json({ ...aVideoDetail(id, 'c'), version: id === 'v1' ? 1 : 2, frames_note })
    })
    render(
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={['/quick-review/u/v1/compare']}>
          <Routes>
            <Route path="/quick-review/:userId/:videoId/compare" element={<CompareScreen />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>,
    )
    expect(await screen.findByText(fact)).toBeDefined()
    expect(screen.getByText(FRAMES_DIFFER)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Open the review' }).getAttribute('href')).toContain('/quick-review/u/v1')
  },
)
