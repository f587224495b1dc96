import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ConfinedProgram, closeSoon, type ExitStatus, type Launch } from '../processes.ts'
import { processorSeconds } from '../processor-time.ts'
import type { Farewell, Greeting, StartMessage } from './wire.ts'

/** Time in which the supervisor restarts a killed spawner, in milliseconds. */
const PATIENCE_MS = 15_000
const RETRY_MS = 100

/**
 * Starts a program through the process at a socket. The program itself writes to the connections, so that nothing is
 * copied.
 * @throws Error when nobody listens for 15 seconds
 */
export async function startBySpawner(socket: string, launch: Launch): Promise<ConfinedProgram> {
  const run = randomUUID()
  const [stdout, stderr, third, control] = await Promise.all([
    connect(socket, { run, pipe: 'stdout' }),
    connect(socket, { run, pipe: 'stderr' }),
    launch.extra ? connect(socket, { run, pipe: 'extra' }) : null,
    connect(socket, { run, launch }),
  ])
  const pipes = [stdout, stderr, third].filter((pipe) => pipe !== null)
  const closed = Promise.all(pipes.map((pipe) => new Promise((resolve) => pipe.once('close', resolve))))
  const { pid, exited } = hear(control)
  // What we write on pipe 3 earlier would reach the spawner.
  const started = await pid
  const ended = exited.then(async (ending) => {
    // Discards unread output, as Node does with the pipes of a finished child.
    for (const pipe of pipes) pipe.resume()
    await closed
    return ending
  })
  ended.catch(() => undefined)
  const keepsAlive = (keeps: boolean) => {
    for (const each of [control, ...pipes]) each[keeps ? 'ref' : 'unref']()
  }
  const kill = () => {
    control.end()
    closeSoon(pipes)
  }
  const worked = () => processorSeconds(started)
  return { stdout, stderr, extra: third, keepsAlive, processorSeconds: worked, exited, ended, kill }
}

async function connect(path: string, greeting: Greeting): Promise<Socket> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    // Half open: we end our side of the control connection, and still receive how the program ended.
    const socket = createConnection({ path, allowHalfOpen: 'launch' in greeting })
    try {
      await once(socket, 'connect')
      // A broken connection ends the run; its 'close' event reports that.
      socket.on('error', () => undefined)
      socket.write(`${JSON.stringify(greeting)}\n`)
      return socket
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(RETRY_MS)
    }
  }
}

/** Follows a program by what the spawner says of it. @returns its process id, null if it did not start; and how it ends */
function hear(control: Socket): { readonly pid: Promise<number | null>; readonly exited: Promise<ExitStatus> } {
  const started = Promise.withResolvers<number | null>()
  const exited = Promise.withResolvers<ExitStatus>()
  exited.promise.catch(() => undefined)
  let said = ''
  const messages = () =>
    said
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as StartMessage | Farewell)
  control.setEncoding('utf8').on('data', (part: string) => {
    said += part
    const [first] = messages()
    if (first) started.resolve('pid' in first ? first.pid : null)
  })
  control.once('close', () => {
    started.resolve(null)
    const last = said.endsWith('\n') ? messages().at(-1) : undefined
    // The spawner was killed, and the program with it.
    if (!last || 'pid' in last) exited.resolve({ code: null, signal: 'SIGKILL' })
    else if ('error' in last) exited.reject(new Error(last.error))
    else exited.resolve(last)
  })
  control.once('end', () => control.end())
  return { pid: started.promise, exited: exited.promise }
}
