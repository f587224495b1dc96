/** `npm run openapi`: writes docs/openapi.json from the contract. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { buildApp } from '../server/src/app/http/app.ts'

export const OPENAPI_FILE = join(import.meta.dirname, '..', 'docs', 'openapi.json')

/** The OpenAPI document of all calls, as the server shows it at /api/docs/json; no database is needed for it. */
export async function openapiDocument(): Promise<string> {
  const config = {
    log_level: 'silent',
    public_url: 'http://localhost:3000',
    s3: null,
    rate_limits: false,
    trusted_proxies: [],
  }
  const { app, route } = await buildApp({ config, identify: async () => ({ kind: 'nobody' }) })
  const never = () => Promise.reject(new Error('Only described here, never called.'))
  for (const calls of Object.values(endpoints)) for (const endpoint of Object.values(calls)) route(endpoint, never)
  await app.ready()
  const document = app.swagger()
  await app.close()
  return `${JSON.stringify(document, null, 2)}\n`
}

if (import.meta.main) writeFileSync(OPENAPI_FILE, await openapiDocument())
