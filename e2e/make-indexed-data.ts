/** Starts a product, and stops it when its sample films are indexed: `node make-indexed-data.ts DATA_DIR`. */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../server/src/app/supervisor/network.ts'
import { nothingWaits } from '../soak/filling.ts'
import { inDatabase } from './database.ts'
import { startProduct } from './product.ts'
import { indexedSamples } from './seeded.ts'

const [data_dir = ''] = process.argv.slice(2)
const product = await startProduct({}, [], { data_dir, port: await freePort('127.0.0.1') })
try {
  await inDatabase(product, indexedSamples)
  await nothingWaits(product)
} finally {
  await product.stop()
}
// Each copy makes its own.
await rm(path.join(data_dir, 'secret.key'))
