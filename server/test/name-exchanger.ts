/**
 * Exchanges names for links and brings them back, as fast as it can, until it is ended; then it sends how often a link
 * took a name. Its argument names a file with the names; beside each is its link, with `.link-` before it.
 */
import { readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { setImmediate as next } from 'node:timers/promises'

const beside = (name: string, prefix: string): string => path.join(path.dirname(name), prefix + path.basename(name))
const names: string[] = JSON.parse(readFileSync(process.argv[2] as string, 'utf8'))
let ended = false
let swaps = 0
let round = 0
const end = () => {
  ended = true
}
process.once('SIGTERM', end)
// The test was killed.
process.once('disconnect', end)
process.send?.('begun')

while (!ended) {
  // Every second name by turns, so that some are files at two looks. One that was moved away is exchanged no more.
  const turn = names.filter((_, at) => Math.floor(at / 2) % 2 === round % 2)
  round += 1
  const exchanged = turn.filter((name) => moved(name, beside(name, '.kept-')) && moved(beside(name, '.link-'), name))
  swaps += exchanged.length
  for (const name of exchanged) {
    moved(name, beside(name, '.link-'))
    moved(beside(name, '.kept-'), name)
  }
  await next()
}

function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
if (process.connected) process.send?.(swaps, () => process.exit())
else process.exit()
