import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/calls/api-error.ts'
import { createQueryClient } from '../../lib/calls/query-client.ts'
import { LanguageDialog } from './language-dialog.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ languages: ['en', 'de', 'yue'] }))
})
afterEach(() => vi.unstubAllGlobals())

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)))

async function show(language: string | null, error: Error | null = null) {
  const onChoose = vi.fn()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LanguageDialog
        language={language}
        none="Detect"
        hint="Its videos are transcribed again."
        choosing={{ isPending: false, error }}
        onChoose={onChoose}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  )
  await settle()
  return onChoose
}
const field = () => screen.getByRole('button', { name: /^Language: / })
async function choose(name: string) {
  fireEvent.keyDown(field(), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitemradio', { name }))
  await settle()
}
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

test('languages are offered by their names, in order, after finding out', async () => {
  const onChoose = await show(null)
  expect(field().textContent).toBe('Detect')
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect((await screen.findAllByRole('menuitemradio')).map((item) => item.textContent)).toEqual([
    'Detect',
    'Cantonese',
    'English',
    'German',
  ])
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'German' }))
  await settle()
  save()
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('de')
})

test('a language can be taken back, and one that nobody here knows stays a choice', async () => {
  const onChoose = await show('fr')
  expect(field().textContent).toBe('French')
  await choose('Detect')
  save()
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(null)
})

test('nothing is saved that has not changed', async () => {
  const onChoose = await show('de')
  save()
  expect(onChoose).not.toHaveBeenCalled()
})

test('why it was not saved is told', async () => {
  await show('de', new ApiError({ status: 403, code: 'forbidden', detail: 'Only its owner may do that.' }))
  expect(screen.getByRole('alert').textContent).toContain('Only its owner may do that.')
})
