import { SECRET } from '../../seed/rows/senders.ts'
import { type Config, readConfig } from '../src/platform/config.ts'

/**
 * The settings of a test: no mail server, no payments, and no rate limits.
 * @param settings further environment variables; `DATA_DIR` and `DATABASE_URL` name the test's own
 */
export const testConfig = (
  settings: Readonly<Record<string, string>> & { readonly DATA_DIR: string; readonly DATABASE_URL: string },
): Config =>
  readConfig({
    PATH: process.env.PATH,
    PORT: '0',
    PUBLIC_URL: 'http://localhost:3000',
    HOST: '127.0.0.1',
    SECRET_KEY: SECRET,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    ...settings,
  })
