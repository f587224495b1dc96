import type { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import { installedProduct, supervise } from '../supervisor/supervisor.ts'
import type { Console } from './console.ts'

const DEFAULT_PORT = '3000'

/** Adds `footnote serve` and `footnote health`. @param root the folder of the installation */
export function addServe(program: Command, console: Console, root: string): void {
  program
    .command('serve')
    .description('start Footnote, with the packages and the web app that are there')
    .action(async () => await supervise(installedProduct(root, console.env)))
  program
    .command('health')
    .description('ask the Footnote on this machine whether it is ready')
    .action(async () => {
      const port = console.env.PORT || DEFAULT_PORT
      const ready = await fetch(`http://127.0.0.1:${port}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (!ready) throw new CommandError(`nothing answers on port ${port}, or it is not ready yet`)
      console.answer({ ready }, ['ready'])
    })
}
