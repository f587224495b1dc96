import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ConfinedProgram, closeSoon, type Ending, type Launch } from '../processes.ts'
import type { Farewell, Greeting } from './wire.ts'

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
  const exited = endingOf(control)
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
  return { stdout, stderr, extra: third, keepsAlive, exited, ended, kill }
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

function endingOf(control: Socket): Promise<Ending> {
  return new Promise((resolve, reject) => {
    let said = ''
    control.setEncoding('utf8').on('data', (part: string) => {
      said += part
    })
    control.once('close', () => {
      // The spawner was killed, and the program with it.
      if (!said.endsWith('\n')) return resolve({ code: null, signal: 'SIGKILL' })
      const farewell = JSON.parse(said) as Farewell
      if ('error' in farewell) reject(new Error(farewell.error))
      else resolve(farewell)
    })
    control.once('end', () => control.end())
  })
}
