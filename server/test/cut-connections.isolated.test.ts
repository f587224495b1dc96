import { afterAll, expect, test } from 'vitest'
import { startApiBeside } from './api-beside.ts'
import { cutConnections } from './cut-connections.ts'
import { requestsToCut } from './cut-requests.ts'
import { startProduct } from './product.ts'
import { randomNumbers } from './random-numbers.ts'

const rows = await startProduct()
const api = await startApiBeside(rows.config.database_url, { RATE_LIMITS: 'on' })
afterAll(async () => {
  await api.stop()
  await rows.close()
})

test('no connection that is reset, closed or half closed within a request ends the process', {
  timeout: 300_000,
}, async () => {
  const seed = Number(process.env.SEED ?? Math.ceil(Math.random() * 2 ** 31))
  console.log(`The cuts follow from SEED=${seed}.`)
  const options = { connections: 180, chance: randomNumbers(seed), log: console.log }
  expect(await cutConnections(api, await requestsToCut(rows, api), options)).toEqual([])
})
