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

test('languages are listed by name, in order, after Detect', async () => {
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

test('a chosen language can be cleared, and stays a choice when no engine knows it', async () => {
  const onChoose = await show('fr')
  expect(field().textContent).toBe('French')
  await choose('Detect')
  save()
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(null)
})

test('an unchanged language is not saved', async () => {
  const onChoose = await show('de')
  save()
  expect(onChoose).not.toHaveBeenCalled()
})

test('a failure to save shows its reason', async () => {
  await show('de', new ApiError({ status: 403, code: 'forbidden', detail: 'Only its owner may do that.' }))
  expect(screen.getByRole('alert').textContent).toContain('Only its owner may do that.')
})
