import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aVideo } from '../../../test/a-video.ts'
import { ReviewNotice } from './review-tools.tsx'

const video = {
  ...aVideo('v', 'c'),
  subtitle_word: [],
  speakers: [],
  transcript_revision: 0,
  collection_name: 'Harbour',
  frame_times: null,
  can: { ...aVideo('v', 'c').can, open: false, comment: true, share: true, edit_transcript: true },
}

test('the review of a video that is being indexed shows its progress and up to where it can be searched', () => {
  const busy = { ...video, status: 'PROCESSING_SPEECH', status_percentage: 34.6 } as const
  const { rerender } = render(<ReviewNotice video={busy} />)
  expect(screen.getByText('This video is still being indexed (34%).')).toBeDefined()
  rerender(<ReviewNotice video={{ ...busy, searchable_until: 760.4 }} />)
  expect(screen.getByText('This video is still being indexed (34%). Searchable up to 12:40.')).toBeDefined()
  rerender(<ReviewNotice video={{ ...video, can: { ...video.can, open: true } }} />)
  expect(screen.queryByText(/indexed/)).toBeNull()
})
