import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A port that is free on this host now. */
export async function freePort(host: string): Promise<number> {
  const port = await tryPort(0, host)
  if (port === undefined) throw new Error(`No port can be opened on ${host}.`)
  return port
}

/**
 * Waits until a port is free: its last user may be stopping.
 * @returns false when it is still in use after this many milliseconds
 */
export async function waitForFreePort(
  port: number,
  host: string,
  milliseconds: number,
  signal: AbortSignal,
): Promise<boolean> {
  const end = Date.now() + milliseconds
  while (!signal.aborted && (await tryPort(port, host)) === undefined) {
    if (Date.now() >= end) return false
    await sleep(100)
  }
  return true
}

function tryPort(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    probe.listen(port, host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : port))
    })
  })
}

/** Asks until the answer is 200, or until the signal aborts the wait. */
export async function waitUntilHealthy(url: string, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const status = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(2_000)]) }).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) return true
    await sleep(150)
  }
  return false
}
