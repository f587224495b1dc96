import type { AddressInfo } from 'node:net'
import { SECRET } from '../../seed/rows/senders.ts'
import { composeApi } from '../src/app/api.ts'
import { readConfig } from '../src/platform/config.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { openLog } from '../src/platform/log.ts'
import { openQueue } from '../src/platform/queue/pg-boss.ts'
import { openStorage } from '../src/platform/storage/open.ts'
import { emptyWebApp } from './empty-web-app.ts'

/** The API as a separate process: `node api-process.ts DATABASE_URL DATA_DIR`; the line beside its log is its port. */
const [database_url = '', data_dir = ''] = process.argv.slice(2)
const web_folder = await emptyWebApp(data_dir)
const config = readConfig({
  RATE_LIMITS: 'off',
  ...process.env,
  HOST: '127.0.0.1',
  DATA_DIR: data_dir,
  DATABASE_URL: database_url,
  SECRET_KEY: SECRET,
  MODEL_HUB_URL: 'off',
})
const log = openLog('info')
const db = openDatabase(database_url, { log })
const queue = await openQueue({ database_url, database: db, log, worker: false })
const opening = Promise.resolve(queue)
const { app } = await composeApi({ config, db, storage: await openStorage(config), opening, web_folder, outages: log })
await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`)
