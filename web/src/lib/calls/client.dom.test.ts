import { accounts } from '@footnote/contract/nouns/identity/accounts.ts'
import { usage } from '@footnote/contract/nouns/identity/plans.ts'
import { collections } from '@footnote/contract/nouns/library/collections.ts'
import { comments } from '@footnote/contract/nouns/review/comments.ts'
import { sharing } from '@footnote/contract/nouns/review/sharing.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readSession, startSession } from '../session.ts'
import { keepPass, watchLocked } from '../stored/share-pass.ts'
import { ApiError } from './api-error.ts'
import { addressOf, call } from './client.ts'

const session = {
  access: 'spent',
  refresh: 'refresh-1',
  user: { id: 'u', first_name: 'Mara', last_name: 'Lindqvist', email: 'mara@example.com', company_id: 'c' },
}
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const problem = (status: number, code: string, detail: string, fields?: Record<string, string>) =>
  json(status, { type: 'about:blank', title: '', status, code, detail, message: detail, fields })
const bearer = (init?: RequestInit) => new Headers(init?.headers).get('authorization')

/** A server that accepts only the token `fresh`, and exchanges each refresh token once. */
function server() {
  const exchanged: string[] = []
  const fetched = vi.fn(async (address: string | URL | Request, init?: RequestInit) => {
    if (address === accounts.refresh.path) {
      const { refresh } = JSON.parse(String(init?.body)) as { refresh: string }
      if (exchanged.includes(refresh) || refresh !== 'refresh-1')
        return problem(401, 'unauthenticated', 'Sign in again.')
      exchanged.push(refresh)
      return json(200, { access: 'fresh', refresh: 'refresh-2' })
    }
    if (bearer(init) !== 'Bearer fresh') return problem(401, 'unauthenticated', 'Sign in again.')
    return json(200, { usage: 3, minutes_allotted: 60 })
  })
  vi.stubGlobal('fetch', fetched)
  return { fetched, exchanged }
}

beforeEach(() => {
  localStorage.clear()
  startSession(session)
})
afterEach(() => vi.unstubAllGlobals())

describe('an expired access token', () => {
  test('is renewed once for all calls that need it, and each call is repeated', async () => {
    const { exchanged } = server()
    const answers = await Promise.all([call(usage.get, {}), call(usage.get, {}), call(usage.get, {})])
    expect(answers).toEqual(Array(3).fill({ usage: 3, minutes_allotted: 60 }))
    expect(exchanged).toEqual(['refresh-1'])
    expect(readSession()).toMatchObject({ token: 'fresh', refresh: 'refresh-2', first_name: 'Mara' })
  })

  test('is not renewed again when another tab has done so meanwhile', async () => {
    const { fetched, exchanged } = server()
    const answer = call(usage.get, {})
    localStorage.setItem('token', 'fresh')
    localStorage.setItem('refresh', 'refresh-2')
    await expect(answer).resolves.toEqual({ usage: 3, minutes_allotted: 60 })
    expect(exchanged).toEqual([])
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  test('is renewed before it is sent if its own expiry has passed', async () => {
    const { fetched } = server()
    const payload = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) - 60 }))
    localStorage.setItem('token', `header.${payload}.signature`)
    await call(usage.get, {})
    expect(fetched.mock.calls.map(([address]) => address)).toEqual([accounts.refresh.path, usage.get.path])
  })
})

test('a refused renewal ends the session', async () => {
  server()
  localStorage.setItem('refresh', 'used-before')
  await expect(call(usage.get, {})).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
  expect(readSession()).toBeNull()
})

test('a renewal without an answer keeps the session', async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === accounts.refresh.path) throw new TypeError('Failed to fetch')
    return problem(401, 'unauthenticated', 'Sign in again.')
  })
  await expect(call(usage.get, {})).rejects.toMatchObject({ status: 0, code: 'unreachable' })
  expect(readSession()?.refresh).toBe('refresh-1')
})

describe('errors', () => {
  test('carry status, code, sentence and fields', async () => {
    const fields = { index_name: 'Index name is required' }
    vi.stubGlobal('fetch', async () => problem(400, 'validation_failed', 'Index name is required', fields))
    const error = await call(collections.create, { body: { index_name: ' ' } }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 400, code: 'validation_failed', detail: 'Index name is required', fields })
  })

  test('an answer that breaks the contract is an error', async () => {
    vi.stubGlobal('fetch', async () => json(200, { usage: 'three' }))
    await expect(call(usage.get, {})).rejects.toMatchObject({ code: 'unexpected_answer' })
  })

  test('a proxy’s page is an error', async () => {
    vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    await expect(call(usage.get, {})).rejects.toMatchObject({ status: 502, code: 'unexpected_answer' })
  })
})

test('a share link is sent instead of the session, with who the guest is, and only to calls that accept it', async () => {
  const fetched = vi.fn(async (_address: string, _init?: RequestInit) => problem(404, 'invalid_share_token', 'Gone'))
  vi.stubGlobal('fetch', fetched)
  localStorage.setItem('footnote.guest_key', 'guest')
  const share = { share_token: 'link' }
  await call(comments.list, { params: { video_id: 'v' }, query: {} }, undefined, share).catch(() => undefined)
  await call(usage.get, {}, undefined, share).catch(() => undefined)
  keepPass('link', 'pass')
  await call(sharing.room, {}, undefined, share).catch(() => undefined)
  await call(sharing.validate, { params: { share_token: 'link' } }, undefined, share).catch(() => undefined)
  const [byLink, bySession, room, validated] = fetched.mock.calls.map(([, init]) =>
    Object.fromEntries(new Headers(init?.headers)),
  )
  expect(byLink).toEqual({ 'x-share-token': 'link', 'x-guest-key': 'guest' })
  expect(bySession).toEqual({ authorization: 'Bearer spent' })
  const opened = { 'x-share-token': 'link', 'x-guest-key': 'guest', 'x-share-pass': 'pass' }
  expect([room, validated]).toEqual([opened, opened])
})

test('a call that is refused because its link is locked says so to the pages of that link alone', async () => {
  vi.stubGlobal('fetch', async () => problem(401, 'link_locked', 'This link is locked.'))
  const [own, other] = [vi.fn(), vi.fn()]
  const stops = [watchLocked('link', own), watchLocked('another', other)]
  await expect(call(sharing.room, {}, undefined, { share_token: 'link' })).rejects.toMatchObject({
    code: 'link_locked',
  })
  for (const stop of stops) stop()
  expect([own.mock.calls.length, other.mock.calls.length]).toEqual([1, 0])
})

test('calls that need no account send no token', async () => {
  const fetched = vi.fn(async (_address: string, _init?: RequestInit) => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetched)
  await expect(call(accounts.logout, { body: { refresh: 'r' } })).resolves.toBeUndefined()
  expect(bearer(fetched.mock.calls[0]?.[1])).toBeNull()
})

test('parameters and queries are written into the address', () => {
  expect(addressOf(collections.detail, { params: { id: 'a/b ?' } })).toBe('/api/indexes/a%2Fb%20%3F')
  expect(addressOf(usage.get, { query: { q: 'a&b', none: undefined } })).toBe('/api/get_usage?q=a%26b')
})
