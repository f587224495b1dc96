/** `node bin/run.mjs FILE ARGUMENTS`: runs a script with the Node that Footnote needs, whichever Node started this. */
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runOnNode24 } from './node.mjs'

const [script, ...args] = process.argv.slice(2)
try {
  await runOnNode24(dirname(dirname(fileURLToPath(import.meta.url))), resolve(script), args)
} catch (error) {
  console.error(`footnote: ${error.message}`)
  process.exit(1)
}
