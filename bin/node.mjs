import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const NEEDED = 24

/** The Node that an npm package brought for this machine, if it exists and runs. */
function packagedNode(root) {
  const program = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (!existsSync(program)) return undefined
  return spawnSync(program, ['--version']).status === 0 ? program : undefined
}

/**
 * Continues only under a Node that is new enough. Otherwise runs the same program again with the packaged one, whose
 * folder it puts first on PATH, and exits with its status.
 */
export async function continueOnNode24(root) {
  const program = newEnoughNode(root)
  putFirstOnPath(dirname(program))
  if (program !== process.execPath) await exitWith(program, process.argv.slice(1))
}

/** Runs a script with a Node that is new enough, whose folder it puts first on PATH, and exits with its status. */
export async function runOnNode24(root, script, args) {
  const program = newEnoughNode(root)
  putFirstOnPath(dirname(program))
  await exitWith(program, [script, ...args])
}

function newEnoughNode(root) {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED) return process.execPath
  const program = packagedNode(root)
  if (program) return program
  throw new Error(
    `Footnote needs Node ${NEEDED}; this is ${process.version}, and there is no packaged Node for ` +
      `${process.platform} ${process.arch}. Type: npm install --global n && n ${NEEDED}`,
  )
}

async function exitWith(program, args) {
  // The channel closes when this process is killed, so that the other one notices.
  const child = spawn(program, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // After SIGTERM or SIGINT npm waits for this process, but SIGHUP and SIGKILL end npm at once.
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
