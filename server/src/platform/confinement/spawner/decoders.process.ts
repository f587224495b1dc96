/**
 * `footnote-decoders`: starts decoders for an API or a worker that may not change its account. Runs as the decoders'
 * account, without network. A client of its socket can have programs started, but only as that account.
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { giveWay } from '../give-way.ts'
import { killGroup, PROGRAM_ENVIRONMENT } from '../processes.ts'
import type { Farewell, Greeting } from './wire.ts'

/** A run whose connections are incomplete after this time was abandoned by its client, in milliseconds. */
const COMPLETE_MS = 10_000
const LONGEST_GREETING = 256 * 1024

interface Run {
  control?: { readonly socket: Socket; readonly greeting: Extract<Greeting, { command: unknown }> }
  readonly pipes: Map<string, Socket>
  readonly timer: NodeJS.Timeout
}

process.title = 'footnote-decoders'
// The account that a decoder works for is in its group; it reads, moves and removes the decoder's files.
process.umask(0o007)
const [path = ''] = process.argv.slice(2)
const runs = new Map<string, Run>()

function runOf(id: string): Run {
  const found = runs.get(id)
  if (found) return found
  const run = { pipes: new Map<string, Socket>(), timer: setTimeout(() => forget(id), COMPLETE_MS) }
  runs.set(id, run)
  return run
}

function forget(id: string): void {
  const run = runs.get(id)
  runs.delete(id)
  clearTimeout(run?.timer)
  for (const socket of [run?.control?.socket, ...(run?.pipes.values() ?? [])]) socket?.destroy()
}

function greeted(socket: Socket, greeting: Greeting): void {
  const run = runOf(greeting.run)
  if ('command' in greeting) run.control = { socket, greeting }
  else run.pipes.set(greeting.pipe, socket)
  if (!run.control || run.pipes.size < (run.control.greeting.extra ? 3 : 2)) return
  runs.delete(greeting.run)
  clearTimeout(run.timer)
  start(run.control.socket, run.control.greeting, run.pipes)
}

function start(control: Socket, greeting: Extract<Greeting, { command: unknown }>, pipes: Map<string, Socket>): void {
  const { command, folder, extra } = greeting
  // Connections do not block, while programs expect pipes that do. libuv corrects that for the first three only, so
  // pipe 3 is passed as the first and moved.
  const moved = extra ? ['/bin/sh', '-c', 'exec "$@" 3<&0 </dev/null', 'sh'] : []
  const [program = '', ...args] = [...moved, ...command]
  const say = (farewell: Farewell) => control.end(`${JSON.stringify(farewell)}\n`)
  const stdio = [
    pipes.get('extra') ?? 'ignore',
    pipes.get('stdout') ?? 'ignore',
    pipes.get('stderr') ?? 'ignore',
  ] as const
  const child = spawn(program, args, { cwd: folder, env: PROGRAM_ENVIRONMENT, detached: true, stdio: [...stdio] })
  if (child.pid !== undefined) void giveWay(child.pid)
  // The program has its own copies by now. If we kept ours open, the reader would never see the end.
  for (const pipe of pipes.values()) pipe.destroy()
  child.once('error', (error) => say({ error: error.message }))
  child.once('exit', (code, signal) => {
    killGroup(child.pid)
    say({ code, signal })
  })
  const given_up = () => child.exitCode === null && child.signalCode === null && killGroup(child.pid)
  control.once('end', given_up).once('close', given_up)
  if (control.readableEnded || control.destroyed) given_up()
}

function readGreeting(text: string): Greeting | undefined {
  try {
    return JSON.parse(text) as Greeting
  } catch {
    return undefined
  }
}

const server = createServer({ allowHalfOpen: true }, (socket) => {
  let text = ''
  socket.on('error', () => socket.destroy())
  const read = (part: Buffer) => {
    text += part
    if (text.length > LONGEST_GREETING) socket.destroy()
    if (!text.endsWith('\n')) return
    socket.off('data', read)
    const greeting = readGreeting(text)
    if (!greeting) return socket.destroy()
    greeted(socket, greeting)
    // The end of the control connection is only noticed while reading.
    if ('command' in greeting) socket.resume()
  }
  socket.on('data', read)
})
rmSync(path, { force: true })
server.listen(path)
