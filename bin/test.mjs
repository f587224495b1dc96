/** `npm test`: prepares the machine, then runs every check. Runs before any install. */
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { continueOnNode24 } from './node.mjs'
import { installPackages } from './packages.mjs'
import { installSystemPackages } from './system-packages.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const FOR_THE_PRODUCT = ['ffmpeg', 'bubblewrap']
const FOR_THE_TESTS = ['chromium-headless-shell', 'flite', 'fonts-dejavu-core', 'strace']

try {
  installPackages(root, { development: true })
  await continueOnNode24(root)
  installSystemPackages([...FOR_THE_PRODUCT, ...FOR_THE_TESTS])
  await import('./checks.ts')
} catch (error) {
  console.error(`footnote: ${error.message}`)
  console.log('0 passed, 1 failed')
  process.exit(1)
}
