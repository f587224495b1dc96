import type { LogEntry } from '@footnote/contract/nouns/review/approvals.ts'
import { expect, test } from 'vitest'
import { dueWords } from '../../../ui/marks/review-chip.tsx'
import { entryWords, statusWords } from './log-words.ts'

const entry = (fields: Partial<LogEntry>): LogEntry => ({
  ...{
    id: '1',
    video_id: 'v',
    version: 3,
    at: '2026-11-01T00:00:00.000Z',
    actor: 'Ada',
    is_guest: false,
    action: 'verdict',
  },
  ...{ before: { review_status: 'needs_review' }, after: { review_status: 'approved', verdict: 'approved' } },
  ...fields,
})

test('the history says who did what to which version', () => {
  const after = (fields: Partial<LogEntry['after']>) => ({ review_status: 'needs_review' as const, ...fields })
  expect(entryWords(entry({}))).toBe('Ada approved version 3')
  expect(entryWords(entry({ after: after({ verdict: 'changes_requested' }) }))).toBe(
    'Ada requested changes to version 3',
  )
  expect(entryWords(entry({ after: after({ verdict: null }) }))).toBe('Ada withdrew the verdict on version 3')
  const asked = (reviewers: string[]) => entryWords(entry({ action: 'request', after: after({ reviewers }) }))
  expect([asked([]), asked(['Bo']), asked(['Bo', 'Cy', 'Di'])]).toEqual([
    'Ada asked nobody',
    'Ada asked Bo',
    'Ada asked Bo, Cy and Di',
  ])
  const ended = (actor: string | null) =>
    entryWords(entry({ action: 'link_ended', actor, after: after({ link_ended: ['Kim (guest)'] }) }))
  expect([ended('Ada'), ended(null)]).toEqual(['Ada revoked the link of Kim (guest)', 'The link of Kim (guest) ended'])
  expect(entryWords(entry({ action: 'version', actor: null }))).toBe('Version 3 is new')
  expect(entryWords(entry({ action: 'status', actor: null }))).toBe('Footnote set the status to Approved')
})

test('a status that stayed is not repeated', () => {
  expect(statusWords(entry({}))).toBe('Needs review → Approved')
  expect(statusWords(entry({ before: null }))).toBe('Approved')
  expect(statusWords(entry({ before: { review_status: 'approved' } }))).toBeNull()
})

test('a due date is said until the version is approved, and late ones say so', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  expect(dueWords('2026-11-28T12:00:00Z', 'needs_review', now)).toBe('due November 28')
  expect(dueWords('2027-01-02T12:00:00Z', 'needs_review', now)).toBe('due January 2, 2027')
  expect(dueWords('2026-11-18T12:00:00Z', 'changes_requested', now)).toBe('late, was due November 18')
  expect(dueWords('2026-11-18T12:00:00Z', 'approved', now)).toBeNull()
  expect(dueWords(null, 'needs_review', now)).toBeNull()
})
