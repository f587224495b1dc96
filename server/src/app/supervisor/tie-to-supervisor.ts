/**
 * Loaded before the server (`node --import`) in a process that a supervisor started: when the supervisor is killed, the
 * channel to it closes and the process stops in order, with all it had started, instead of living on without an owner.
 */
import { RUN_MARK, sweepRun } from './processes.ts'

const LAST_RESORT_MS = 9_000
const run = process.env[RUN_MARK]

process.on('disconnect', () => {
  process.once('exit', () => run && sweepRun(run))
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(1), LAST_RESORT_MS).unref()
})
// The listener alone would keep a process alive that has nothing left to do.
process.channel?.unref()
