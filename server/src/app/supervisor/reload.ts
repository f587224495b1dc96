import { watch } from 'node:fs'
import { join } from 'node:path'
import type { SupervisedProcess } from './supervised-process.ts'

const SETTLE_MS = 150
const GRACE_MS = 3_000

/**
 * Restarts every process when a source of the server or the contract changes.
 * @param signal ends the watching
 */
export function restartOnChange(
  root: string,
  processes: readonly SupervisedProcess[],
  say: (sentence: string) => void,
  signal: AbortSignal,
): void {
  let timer: NodeJS.Timeout | undefined
  const changed = (_event: string, file: string | null) => {
    if (file?.includes('.test.')) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      say(`${file ?? 'a source'} changed; starting again`)
      for (const running of processes) void running.restart(GRACE_MS)
    }, SETTLE_MS)
  }
  for (const folder of ['server/src', 'contract/src']) watch(join(root, folder), { recursive: true, signal }, changed)
  signal.addEventListener('abort', () => clearTimeout(timer))
}
