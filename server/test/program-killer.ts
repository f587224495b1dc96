import { parentPort, workerData } from 'node:worker_threads'
import type { KillOrder } from './kill-each.ts'
import { programsOf } from './programs.ts'

// The thread of `killEach`: it stops when the first number is no longer 0.
const { name, most, state } = workerData as KillOrder
const killed = new Set<number>()
for (let ready = false; Atomics.load(state, 0) === 0; ready = true) {
  for (const { pid } of programsOf(name)) {
    if (killed.has(pid) || killed.size >= most) continue
    try {
      process.kill(pid, 'SIGKILL')
      killed.add(pid)
      Atomics.store(state, 1, killed.size)
    } catch {
      // It has just ended by itself.
    }
  }
  if (!ready) parentPort?.postMessage('ready')
  Atomics.wait(state, 0, 0, 1)
}
