#!/usr/bin/env node
/** The command `footnote`, for the person who runs the machine. Installs and builds nothing. */
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { continueOnNode24 } from './node.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
await continueOnNode24(root)
const { Command } = await import('commander')

const footnote = new Command('footnote').description('Runs and looks after an installation of Footnote.')

footnote
  .command('serve')
  .description('start the product, with the packages and the web app that are there')
  .action(async () => {
    const { installedProduct, supervise } = await import('../server/src/app/supervisor/supervisor.ts')
    await supervise(installedProduct(root, process.env))
  })

footnote
  .command('health')
  .description('ask the product on this machine whether it is ready; exit status 0 or 1')
  .action(async () => {
    const { PORT = '3000' } = process.env
    const ready = await fetch(`http://127.0.0.1:${PORT || '3000'}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    console.log(ready ? 'ready' : `nothing answers on port ${PORT}, or it is not ready yet`)
    process.exitCode = ready ? 0 : 1
  })

await footnote.parseAsync()
