import { Socket } from 'node:net'
import { constants, getPriority, setPriority } from 'node:os'
import path from 'node:path'
import { onMessages, sendMessage } from './channel.ts'
import type { EngineMessage, EngineMethods, HostMessage } from './hosted.ts'
import './without-telemetry.ts'

/** The child's side of `host.ts`: opens the given module and answers its calls until the parent is gone. */
process.title = 'footnote-engine'
// Lower priority than the API and the database, but high enough to make progress. Must run before any library starts
// threads: on Linux those inherit the priority. Only privileged processes may raise a priority that is already lower.
const LOW = constants.priority.PRIORITY_BELOW_NORMAL
if (process.argv[2] !== 'interactive' && getPriority() < LOW) setPriority(LOW)

// The owner handles a signal to the whole group; this process ends with its owner.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
const owner = new Socket({ fd: 3 })
owner.on('close', () => process.exit(0)).on('error', () => process.exit(0))

let opening: Promise<EngineMethods> | undefined

function send(message: EngineMessage): void {
  sendMessage(owner, message)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function openModule(module: string, settings: unknown): Promise<EngineMethods> {
  const { open } = (await import(module)) as { open: (settings: unknown) => Promise<EngineMethods> }
  return open(settings)
}

async function answer(id: number, method: string, args: unknown[]): Promise<void> {
  const methods = await opening
  try {
    const run = methods?.[method]
    if (!run) throw new Error(`The engine has no method '${method}'.`)
    send({ kind: 'value', id, value: await run(...(args as never[])) })
  } catch (error) {
    send({ kind: 'error', id, message: messageOf(error) })
  }
  // Sounds and pictures are outside V8's heap, which grows too slowly to collect them: twenty minutes of sound took 107 MB.
  globalThis.gc?.({ type: 'minor' })
}

onMessages(owner, (message: HostMessage) => {
  if (message.kind === 'call') {
    // The handler below reports a failure to open once; the host then ends every call.
    answer(message.id, message.method, message.args).catch(() => {})
    return
  }
  // The list of processes names the engine.
  process.title = `footnote-engine: ${path.basename(message.module, '.process.ts')}`
  opening = openModule(message.module, message.settings)
  opening.then(
    () => {
      // Sessions have their own copy of the weights, so nothing reads the files' bytes again.
      globalThis.gc?.()
      send({ kind: 'open' })
    },
    (error) => send({ kind: 'unopened', message: messageOf(error) }),
  )
})
