import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aVideoDetail } from '../../../../../seed/answers/videos.ts'
import { ReviewNotice } from './review-tools.tsx'

const reviewed = aVideoDetail('v', 'c', { collection_name: 'Harbour' })
const video = { ...reviewed, can: { ...reviewed.can, open: false } }

test('the review of a video that is being indexed shows its progress and up to where it can be searched', () => {
  const busy = { ...video, status: 'PROCESSING_SPEECH', status_percentage: 34.6 } as const
  const { rerender } = render(<ReviewNotice video={busy} />)
  expect(screen.getByText('This video is still being indexed (34%).')).toBeDefined()
  rerender(<ReviewNotice video={{ ...busy, searchable_until: 760.4 }} />)
  expect(screen.getByText('This video is still being indexed (34%). Searchable up to 12:40.')).toBeDefined()
  rerender(<ReviewNotice guest video={busy} />)
  expect(screen.queryByText(/indexed/)).toBeNull()
  rerender(<ReviewNotice video={{ ...video, can: { ...video.can, open: true } }} />)
  expect(screen.queryByText(/indexed/)).toBeNull()
})
