import { lookup } from 'node:dns/promises'
import net, { createServer } from 'node:net'
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

/** Names the descriptors of the held sockets in the environment of the process that listens on them. */
export const HELD_SOCKETS = 'FOOTNOTE_SOCKETS'

/** A socket of Node that has an address and does not listen. */
export interface HeldSocket {
  close(): void
}

/**
 * `net._createServerHandle` makes the sockets that a primary process of Node's `cluster` shares; Node has no other way to
 * a socket from which the process that opened it accepts no connections.
 */
const { _createServerHandle: openHandle } = net as unknown as {
  readonly _createServerHandle?: (address: string, port: number, family: 4 | 6) => HeldSocket | number
}

/**
 * Opens the sockets of a port, one for each address of the host. The process that inherits them listens; once it has,
 * the system queues connections for the next such process, until all sockets are closed.
 * @returns none where this system cannot share sockets; the process then opens the port itself
 */
export async function holdPort(port: number, host: string): Promise<HeldSocket[]> {
  if (!openHandle) return []
  const sockets: HeldSocket[] = []
  const found = await lookup(host || '::', { all: true })
  for (const [address, family] of new Map(found.map(({ address, family }) => [address, family]))) {
    const socket = openHandle(address, port, family === 6 ? 6 : 4)
    if (typeof socket !== 'number') sockets.push(socket)
  }
  return sockets
}

/** The descriptors of the sockets that a supervisor holds for this process; none without a supervisor. */
export const heldSockets = (env: NodeJS.ProcessEnv): readonly number[] =>
  (env[HELD_SOCKETS] ?? '').split(',').filter(Boolean).map(Number)

/** Serves the connections of another held socket by the same server, until that closes. */
export function listenBeside(server: net.Server, fd: number): void {
  const beside = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket))
  beside.maxConnections = server.maxConnections
  server.once('close', () => beside.close())
  beside.listen({ fd })
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
