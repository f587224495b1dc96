import type { CompanyDetails } from '@footnote/contract/nouns/identity/companies.ts'
import type { ModelState } from '@footnote/contract/nouns/library/indexing.ts'
import type { Match } from '@footnote/contract/nouns/output/search.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aCollection } from '../../../../seed/answers/collections.ts'
import { aMatch } from '../../../../seed/answers/search.ts'
import { aVideo } from '../../../../seed/answers/videos.ts'
import { json } from '../../../test/json.ts'
import { openSearch } from '../../../test/search-screen.tsx'

const member = (first_name: string, is_admin: boolean) => ({
  first_name,
  last_name: 'Lovelace',
  email: `${first_name.toLowerCase()}@films.example`,
  verified: true,
  is_admin,
  read_only: false,
})
const e5: ModelState = {
  name: 'multilingual-e5-small',
  title: 'Multilingual E5 small',
  state: 'unasked',
  share: 0,
  bytes: 118 * 1024 ** 2,
  detail: null,
}

const company: CompanyDetails = {
  name: 'Films',
  subscription: null,
  subscription_status: null,
  minutes_used: 0,
  minutes_allotted: null,
  storage_limit: null,
  seats_used: 3,
  seats_allotted: null,
  storage_used: 0,
  over_limit: [],
}

let matches: Match[]
let users: ReturnType<typeof member>[]
let models: ModelState[]
/** Calls that change something. */
let changes: string[]
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  matches = []
  users = [member('Ada', true), member('Grace', false)]
  models = [e5]
  changes = []
  localStorage.setItem('token', 'token')
  localStorage.setItem('email', 'ada@films.example')
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://footnote.example')
    if (method !== 'GET') changes.push(`${method} ${pathname}`)
    if (pathname === '/api/query_index')
      return json({ matches, videos: [], truncated: false, corrected: null, understood: false })
    if (pathname === '/api/company/company_details') return json({ company_details: company, users })
    if (pathname === '/api/models') return json({ models })
    if (pathname === '/api/models/download') return json({ message: 'Done' })
    if (pathname === '/api/indexes/c')
      return json({
        collection: aCollection('c', 'Films'),
        videos: [aVideo('lane', 'c')],
        visual: true,
        ocr: true,
        audio: true,
        expired: false,
      })
    return json({ indexes: [] })
  })
})

test('an admin learns that no word was understood, and downloads other languages with one press', async () => {
  openSearch('/collections/c/search?q=Lichtjahre')
  expect(await screen.findByText('No word of this question was understood')).toBeTruthy()
  expect(screen.getByText(/search by meaning knows English only/)).toBeTruthy()
  const button = await screen.findByRole('button', { name: 'Download other languages (118 MB)' })
  await act(async () => fireEvent.click(button))
  expect(changes).toContain('POST /api/models/download')
  expect(await screen.findByText(/Other languages are being downloaded/)).toBeTruthy()
})

test('other people learn whom to ask', async () => {
  users = [member('Ada', false), member('Grace', true), member('Alan', true)]
  openSearch('/collections/c/search?q=Lichtjahre')
  expect(await screen.findByText('Ask Grace Lovelace or Alan Lovelace to add other languages.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Download/ })).toBeNull()
})

test('moments with words that are only spelt alike are shown as such', async () => {
  matches = [
    aMatch('lane', 3, { text: 'the temperature rises', hits: [{ from: 4, to: 15, similar: true }], score: 0.5 }),
  ]
  openSearch('/collections/c/search?q=temperatoor')
  expect(await screen.findByText(/only spelt alike/)).toBeTruthy()
  expect(screen.getByTitle('Spelt like your word').textContent).toBe('temperature')
})

test('without a model to download nothing is offered', async () => {
  models = [{ ...e5, state: 'ready' }]
  openSearch('/collections/c/search?q=Lichtjahre')
  await screen.findByText('No word of this question was understood')
  expect(screen.queryByRole('button', { name: /Download/ })).toBeNull()
})
