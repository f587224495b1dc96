import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const NEEDED = 24

/** The Node that came as an npm package for this machine, if there is one and it runs here. */
function packagedNode(root) {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const folder = join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin')
  const program = join(folder, process.platform === 'win32' ? 'node.exe' : 'node')
  if (!existsSync(program)) return undefined
  return spawnSync(program, ['--version']).status === 0 ? program : undefined
}

/**
 * Goes on only under a Node that is new enough: otherwise runs the same program again with the packaged one, its folder
 * first on PATH, and ends as it ends.
 */
export async function continueOnNode24(root) {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED) {
    putFirstOnPath(dirname(process.execPath))
    return
  }
  const program = packagedNode(root)
  if (!program)
    throw new Error(
      `Footnote needs Node ${NEEDED}; this is ${process.version}, and there is no packaged Node for ` +
        `${process.platform} ${process.arch}. Type: npm install --global n && n ${NEEDED}`,
    )
  putFirstOnPath(dirname(program))
  // With a channel: the other process learns when this one is killed.
  const child = spawn(program, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // npm waits for us when it is sent SIGTERM or SIGINT, but SIGHUP and SIGKILL end it at once.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 250).unref()
  await new Promise((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}

function putFirstOnPath(folder) {
  process.env.PATH = [folder, process.env.PATH].join(delimiter)
}
