import { randomUUID } from 'node:crypto'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { expect, test } from 'vitest'
import { anOpenedLink } from '../../../../seed/answers/links.ts'
import { buildApp } from './app.ts'

const config = { log_level: 'info', public_url: 'http://localhost', s3: null, rate_limits: false, trusted_proxies: [] }

test("the log names a request's route and ids, and no spelling of a path puts a token into it", async () => {
  const lines: string[] = []
  const log = { write: (line: string) => void lines.push(line) }
  const { app, route } = await buildApp({ config, log, identify: async () => ({ kind: 'nobody' }) })
  route(endpoints.sharing.validate, async () => anOpenedLink(''))
  route(endpoints.collections.detail, async () => {
    throw new Error('must not be reached')
  })
  app.get('/*', async () => 'a page')
  const token = 'SecretTokenOfALink1234'
  const api = '/api/sharing_router/validate-share-token'
  for (const path of [
    ...[`/shared/${token}`, `/Shared/${token}`, `//shared/${token}`, `/%73hared/${token}`, `/shared//${token}/`],
    ...[`/shared/${token}?x=1`, `/x/../shared/${token}`, `/shared;${token}`, `/SHARED%2F${token}`, `/%zz/${token}`],
    ...[`${api}/${token}`, `${api}/%53${token.slice(1)}`, `/api//sharing_router/validate-share-token/${token}`],
    ...[`/API/sharing_router/validate-share-token/${token}`, `/files/x?signature=${token}`, `/login?next=${token}`],
  ])
    await app.inject({ method: 'GET', url: path })
  const id = randomUUID()
  await app.inject({ method: 'GET', url: `/api/indexes/${id}` })
  await app.close()
  const text = lines.join('')
  expect(text).not.toContain(token.slice(1))
  expect(text).toContain(`"route":"${api}/:share_token"`)
  expect(text).toContain(`"route":"/api/indexes/${id}"`)
  expect(text).toContain('"route":"/*"')
})
