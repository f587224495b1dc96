import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ApiBeside } from './api-beside.ts'
import type { CutRequest } from './cut-requests.ts'

/**
 * How a connection ends: by a reset, by closing it, by closing its sending half only, or by a reset during the answer.
 */
const WAYS = ['reset', 'close', 'half', 'late reset'] as const

/** Where and how a connection is cut. */
interface Cut {
  readonly request: CutRequest
  /** Bytes that are sent before. */
  readonly at: number
  readonly way: (typeof WAYS)[number]
}

/** Bytes of each request at which the long form cuts. The rest of a longer one is its body, of equal bytes. */
const EACH_BYTE = 1_000
/** Connections that are cut at the same time: fewer than wait for a process that does not take them (511). */
const AT_ONCE = 60
/** Milliseconds to wait for the first byte of an answer, and for the server to close its half. */
const PATIENCE = 200
/** Descriptors that the process may have more than before: connections to its database, and those of the checks. */
const MORE_DESCRIPTORS = 16

/**
 * Cuts connections of every kind of request. In every second round the process is blocked meanwhile, so that it
 * accepts connections and reads requests whose sender has gone.
 * @param connections how many; as many as there are bytes, or more, cut each request at each byte
 * @returns a sentence for each broken promise
 */
export async function cutConnections(
  api: ApiBeside,
  requests: readonly CutRequest[],
  { connections, chance, log }: { connections: number; chance: () => number; log: (line: string) => void },
): Promise<string[]> {
  const failures: string[] = []
  const before = await descriptors(api.pid)
  const cuts = await chosenCuts(requests, connections, chance)
  for (let done = 0; done < cuts.length && failures.length === 0; done += AT_ONCE) {
    const round = cuts.slice(done, done + AT_ONCE)
    await cutAll(api, round, (done / AT_ONCE) % 2 === 0)
    const failure = await unwell(api)
    if (failure) failures.push(`${failure} Before: ${round.map(wordsOf).join(', ')}.`)
    if ((done / AT_ONCE) % 10 === 0) log(`${done + round.length} connections were cut`)
  }
  if (failures.length > 0) return failures
  const errors = api.logged.filter(({ level = 0 }) => level >= 50)
  if (errors.length > 0) failures.push(`The log has ${errors.length} errors: ${JSON.stringify(errors[0])}`)
  const left = await settled(async () => {
    const arriving = await readdir(path.join(api.folder, 'files', '.incoming')).catch(() => [])
    const more = (await descriptors(api.pid)) - before
    if (arriving.length > 1) return `${arriving.length} files still arrive.`
    return more > MORE_DESCRIPTORS ? `The process has ${more} more open descriptors than before.` : null
  })
  return left ? [...failures, left] : failures
}

/** Every request at every byte, and each whole in every way, in the order of chance. */
async function chosenCuts(requests: readonly CutRequest[], count: number, chance: () => number): Promise<Cut[]> {
  const whole: Cut[] = []
  const within: Cut[] = []
  for (const request of requests) {
    const { length } = await request.bytes()
    for (const way of WAYS) whole.push({ request, at: length, way })
    for (let at = 0; at < Math.min(length, EACH_BYTE); at += 1) within.push({ request, at, way: anyOf(WAYS, chance) })
    // Bodies of equal bytes count by their size.
    for (let at = EACH_BYTE; at < length; at += 4_096) within.push({ request, at, way: anyOf(WAYS, chance) })
  }
  shuffle(within, chance)
  const cuts = [...whole, ...within].slice(0, count)
  while (cuts.length < count) cuts.push({ ...anyOf(within, chance), way: anyOf(WAYS, chance) })
  return shuffle(cuts, chance)
}

const anyOf = <T>(all: readonly T[], chance: () => number): T => all[Math.floor(chance() * all.length)] as T

function shuffle<T>(all: T[], chance: () => number): T[] {
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = Math.floor(chance() * (last + 1))
    const [a, b] = [all[last] as T, all[other] as T]
    all[last] = b
    all[other] = a
  }
  return all
}

const wordsOf = ({ request, at, way }: Cut): string => `${request.name} at ${at} by ${way}`

async function cutAll(api: ApiBeside, cuts: readonly Cut[], standing: boolean): Promise<void> {
  const begun = await Promise.all(cuts.map(async (cut) => ({ ...cut, bytes: await cut.request.bytes() })))
  if (standing) process.kill(api.pid, 'SIGSTOP')
  const { port } = new URL(api.base)
  const ends: (() => Promise<void>)[] = []
  try {
    await Promise.all(
      begun.map(async ({ bytes, at, way }) => {
        const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
        // A process that has ended refuses connections.
        if (!(await once(socket, 'connect').catch(() => null))) return
        if (at > 0)
          await Promise.race([new Promise((sent) => socket.write(bytes.subarray(0, at), sent)), wait(PATIENCE)])
        if (way === 'reset') socket.resetAndDestroy()
        else if (way === 'close') socket.destroy()
        else ends.push(() => endLater(socket, way))
      }),
    )
  } finally {
    if (standing) process.kill(api.pid, 'SIGCONT')
  }
  await Promise.all(ends.map((end) => end()))
}

async function endLater(socket: Socket, way: 'half' | 'late reset'): Promise<void> {
  const [event] = way === 'half' ? ['close'] : ['data']
  if (way === 'half') socket.resume().end()
  if (!socket.destroyed) await Promise.race([once(socket, event).catch(() => undefined), wait(PATIENCE)])
  socket.resetAndDestroy()
}

/** Asks for at most a minute. @returns what is wrong with the process; null once it is healthy */
async function unwell(api: ApiBeside): Promise<string | null> {
  let health: unknown = null
  for (const end = Date.now() + 60_000; Date.now() < end && !api.ended(); await wait(100)) {
    const answer = await api.health().catch(() => null)
    if (answer?.status === 200) return null
    health = answer?.json
  }
  return api.ended() ? 'The process ended.' : `The process is not healthy: ${JSON.stringify(health)}.`
}

/** Open descriptors of a process; 0 where the system does not tell. */
const descriptors = async (pid: number): Promise<number> => (await readdir(`/proc/${pid}/fd`).catch(() => [])).length

/** Waits until nothing is found, for at most a minute. @returns what was found last */
async function settled(find: () => Promise<string | null>): Promise<string | null> {
  let found = await find()
  for (const end = Date.now() + 60_000; found && Date.now() < end; found = await find()) await wait(200)
  return found
}
