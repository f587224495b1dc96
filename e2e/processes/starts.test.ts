import { once } from 'node:events'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { Health } from '@footnote/contract/calls/health.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemAccount } from '../../server/src/platform/confinement/accounts/accounts.ts'
import { obstacleToPlaying } from '../../server/test/other-machine.ts'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { createAccount, sampleReview } from '../calls.ts'
import { launch, type Product, startProduct } from '../product.ts'
import { childrenOf } from './children.ts'

describe('a first start', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct({}, [], 'new')
  })
  afterAll(() => product?.stop())

  test('makes the database, and a person who signs up finds the sample films', async () => {
    const ada = await createAccount(product)
    const review = () => sampleReview(product, ada).catch(() => null)
    await expect.poll(review).toMatch(/^\/quick-review\//)
  })

  test.runIf(obstacleToPlaying() === null)(
    'by root runs API, worker and decoders as their own users, and health has no finding about decoders',
    async () => {
      const [api, media] = [systemAccount('footnote')?.uid, systemAccount('footnote-media')?.uid]
      const running = childrenOf(product.process.pid ?? 0).filter(({ name }) => name.startsWith('footnote-'))
      expect(running.map(({ name, uid }) => [name, uid]).sort()).toEqual([
        ['footnote-api', api],
        ['footnote-decoders', media],
        ['footnote-decoders', media],
        ['footnote-worker', api],
      ])
      const health = await fetch(product.origin + endpoints.health.check.path)
      const { checks } = (await health.json()) as Health
      expect(checks).toContainEqual({ name: 'decoders', state: 'ok', sentence: '' })
    },
  )
})

test('wrong settings end the start, with every bad key named', async () => {
  const { child, printed } = launch({
    DATA_DIR: await temporaryFolder('wrong-settings'),
    PORT: '99999',
    ROLES: 'api,cook',
    DATABASE_URL: 'mysql://localhost/footnote',
    RATE_LIMITS: 'perhaps',
    S3_BUCKET: 'videos',
    SECRET_KEY: 'short',
    SITE_FILE: '/nowhere/site.json',
  })
  const [code] = await once(child, 'exit')
  expect(code).toBe(78)
  const named = [
    'PORT',
    'ROLES',
    'DATABASE_URL',
    'RATE_LIMITS',
    'SECRET_KEY',
    'SITE_FILE',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
  ]
  for (const key of named) expect(printed()).toContain(`${key}: `)
})
