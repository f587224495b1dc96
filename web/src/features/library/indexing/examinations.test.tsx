import type { EngineExamination } from '@footnote/contract/nouns/library/indexing.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { json } from '../../../../test/json.ts'
import { createQueryClient } from '../../../lib/calls/query-client.ts'
import { Examinations } from './examinations.tsx'

const examination = (rest: Partial<EngineExamination>): EngineExamination => ({
  engine: 'new-1',
  kind: 'ocr',
  name: 'New',
  state: 'passed',
  figures: { wrong: 1, of: 12 },
  before: { name: 'Old', wrong: 2, of: 12 },
  reason: null,
  allowed: false,
  ...rest,
})
const refused = examination({ state: 'refused', reason: 'New gave 2 of 12 right answers in its examination.' })

const show = (...examinations: EngineExamination[]) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Examinations examinations={examinations} />
    </QueryClientProvider>,
  )

/** Answers calls with these statuses in turn. @returns the bodies that were sent */
function answerCalls(...statuses: number[]): unknown[] {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    const status = statuses.shift() ?? 200
    return status === 200 ? json({ message: '' }) : json({}, status)
  })
  return sent
}

test('a model that passed shows its figures and offers nothing', () => {
  show(examination({}))
  screen.getByText('Examined: 11 of 12 answers; Old, the engine before it, 10 of 12 answers.')
  expect(screen.queryByRole('button')).toBeNull()
})

test('a model that is being examined says so', () => {
  show(examination({ state: 'running', figures: null, before: null }))
  screen.getByText('New is being examined.')
  expect(screen.queryByRole('button')).toBeNull()
})

test('a refused model is used after a confirmation, and a failure can be retried', async () => {
  const sent = answerCalls(400, 200)
  show(refused)
  screen.getByText('New gave 2 of 12 right answers in its examination.')
  fireEvent.click(screen.getByRole('button', { name: 'Use it anyway: New' }))
  const dialog = await screen.findByRole('dialog')
  expect(sent).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Use it' }))
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([
    { engine: 'new-1', allowed: true },
    { engine: 'new-1', allowed: true },
  ])
})

test('a model that is used all the same can be taken back', async () => {
  const sent = answerCalls(200)
  show({ ...refused, allowed: true })
  screen.getByText(/An admin chose to use it anyway\.$/)
  fireEvent.click(screen.getByRole('button', { name: 'Stop using it: New' }))
  await waitFor(() => expect(sent).toEqual([{ engine: 'new-1', allowed: false }]))
})
