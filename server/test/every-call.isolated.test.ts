import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { FileAddresses } from '../src/platform/storage/file-addresses.ts'
import { UploadForms } from '../src/platform/storage/upload-forms.ts'
import { drawnRequests, MEGABYTE, sendAnything } from './call-fuzz.ts'
import { aFilm, CALLS, faultOf, goodRequest, person, REFUSED, request, send, shapeOf, shared } from './every-call.ts'

/** One of so many requests with any values is made here; the full tier makes more, and each night all. */
const SHARE = 8

test.each(CALLS)('%s answers a valid request by the contract', async (name, endpoint) => {
  const good = await goodRequest(name, endpoint)
  for (const place of ['params', 'query', 'body'] as const) {
    expect(Object.keys((good[place] ?? {}) as object).sort()).toEqual(shapeOf(endpoint[place]).sort())
    // A call may refuse a valid request here, too, but not for its form.
    expect(endpoint[place] && z.safeParse(endpoint[place], good[place]).error).toBeUndefined()
  }
  const answer = await send(endpoint, good)
  expect([faultOf(answer, endpoint), answer.status]).toEqual([null, REFUSED[name] ?? endpoint.status ?? 200])
})

test.each(CALLS.filter(([, { access }]) => access !== 'public'))('%s refuses a stranger', async (name, endpoint) => {
  const { headers: _without, ...good } = await goodRequest(name, endpoint)
  for (const token of ['', 'x', 'a.b.c', person.refresh, `${person.access}x`]) {
    const answer = await send(endpoint, good, token)
    expect([answer.status, faultOf(answer)]).toEqual([401, null])
    expect(JSON.parse(answer.text).code).toBe('unauthenticated')
  }
})

test.each(CALLS.filter(([, { access }]) => access === 'share'))(
  '%s survives any share token and guest key',
  async (name, endpoint) => {
    const good = await goodRequest(name, endpoint)
    const { video_id } = await aFilm()
    const { token } = await shared(video_id)
    for (const headers of [
      ...['x', '-1', "' or 1=1 --", '\u00e9', '../..', 'x'.repeat(40_000), `${token}x`, token.slice(1)].map((text) => ({
        'x-share-token': text,
      })),
      // A valid token, but for another video.
      { 'x-share-token': token },
    ]) {
      const answer = await send(endpoint, { ...good, headers })
      expect([answer.status, faultOf(answer)]).toEqual([404, null])
      expect(JSON.parse(answer.text).code).toBe('invalid_share_token')
    }
    for (const key of ['x', '\u00e9', "'; --", 'x'.repeat(201), 'x'.repeat(40_000)]) {
      const headers = { 'x-share-token': token, 'x-guest-key': key }
      const answer = await send(endpoint, { ...good, params: { ...good.params, video_id }, headers })
      expect(answer.status >= 400 ? faultOf(answer) : answer.status).toBe(
        answer.status >= 400 ? null : (endpoint.status ?? 200),
      )
    }
  },
)

test('unknown addresses are problem details, whatever the request', async () => {
  const addresses = [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/../etc',
    '/api//login',
    '/api/%',
    '/api/%00',
    '/api/%ED%A0%80',
  ]
  const long = [
    `/api/${'x'.repeat(8_000)}`,
    `/api/${MEGABYTE}`,
    '/api/indexes/',
    `${FileAddresses.path}x`,
    `${FileAddresses.path}%00`,
    `${FileAddresses.path}%2e%2e/x`,
    UploadForms.path,
    '/favicon.ico/%ff',
  ]
  for (const address of [...addresses, ...long])
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect([method, address.slice(0, 40), faultOf(await request(method, address))]).toEqual([
        method,
        address.slice(0, 40),
        null,
      ])
})

test('headers that are too large or malformed are refused, and the server continues', async () => {
  for (const token of ['x'.repeat(4_000), 'x'.repeat(40_000), 'é', '\t'])
    expect(faultOf(await request('GET', '/api/get_user_details', { token }))).toBeNull()
  expect((await request('GET', '/api/health')).status).toBe(200)
})

// Last, because some values are a new password of the person.
sendAnything(drawnRequests(SHARE))
