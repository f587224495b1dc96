/**
 * Loaded before the server (`node --import`) in a process that a supervisor started. When the supervisor is killed,
 * their channel closes, and the process stops in order with everything it had started.
 */
import { RUN_MARK } from '../../platform/confinement/processes.ts'
import { sweepRun } from './processes.ts'

const LAST_RESORT_MS = 9_000
const run = process.env[RUN_MARK]

process.on('disconnect', () => {
  process.once('exit', () => run && sweepRun(run))
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(1), LAST_RESORT_MS).unref()
})
// Otherwise the listener would keep a finished process alive.
process.channel?.unref()
