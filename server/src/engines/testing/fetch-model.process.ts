import { openModelStore } from '../models.ts'
import { smallModel } from './small-model.ts'

/** Downloads the small model in its own process, for tests that kill it: `node fetch-model.process.ts FOLDER HUB`. */
const [folder = '', hub_url = ''] = process.argv.slice(2)
const store = openModelStore({ provided_folder: null, folder, hub_url }, { catalogue: { small: smallModel() } })
const found = await store.fetch('small', (share) => process.stdout.write(`${share}\n`))
process.stdout.write(`fetched ${found}\n`)
