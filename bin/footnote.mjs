#!/usr/bin/env node
/** The command `footnote`, for the person who runs the machine. Installs and builds nothing. */
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { continueOnNode24 } from './node.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

await continueOnNode24(root)
const { runCommand } = await import('../server/src/app/command/command.ts').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  console.error('footnote: the packages are not installed. Type: npm ci')
  process.exit(1)
})
process.exitCode = await runCommand(root, process.argv.slice(2), process.env)
