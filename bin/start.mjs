/** `npm start` and `npm run dev`: prepares the machine, then starts the supervisor. Runs before any install. */
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { continueOnNode24 } from './node.mjs'
import { installPackages } from './packages.mjs'
import { installSystemPackages } from './system-packages.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

try {
  installPackages(root, { development: false })
  await continueOnNode24(root)
  installSystemPackages(['ffmpeg', 'bubblewrap'])
  const { productOptions, supervise } = await import('../server/src/app/supervisor/supervisor.ts')
  await supervise(productOptions(root, process.env, process.argv.includes('--dev')))
} catch (error) {
  console.error(`footnote: ${error.message}`)
  process.exit(1)
}
