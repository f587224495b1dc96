/**
 * `footnote-decoders`: starts decoders and engines for an API or a worker that may not change its account. It is root
 * of a user namespace without network, in which only the accounts of decoders and engines exist. A client of its socket
 * can have programs started, but only as one of those. Where the system allows no such namespace, it runs as the
 * decoders' account, and so do the programs.
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { isOf } from '../accounts/account-block.ts'
import { cellWords } from '../cell.ts'
import { lowerPriority } from '../lower-priority.ts'
import { environmentOf, killGroup, type Launch } from '../processes.ts'
import type { Farewell, Greeting, LaunchGreeting, StartMessage } from './wire.ts'

/** A run whose connections are incomplete after this time was abandoned by its client, in milliseconds. */
const COMPLETE_MS = 10_000
const LONGEST_GREETING = 256 * 1024

interface Run {
  control?: { readonly socket: Socket; readonly greeting: LaunchGreeting }
  readonly pipes: Map<string, Socket>
  readonly timer: NodeJS.Timeout
}

process.title = 'footnote-decoders'
// The account that a decoder works for is in its group; it reads, moves and removes the decoder's files.
process.umask(0o007)
const [path = '', first] = process.argv.slice(2)
const block = first === undefined ? null : { first: Number(first) }
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
  if ('launch' in greeting) run.control = { socket, greeting }
  else run.pipes.set(greeting.pipe, socket)
  if (!run.control || run.pipes.size < (run.control.greeting.launch.extra ? 3 : 2)) return
  runs.delete(greeting.run)
  clearTimeout(run.timer)
  start(run.control.socket, run.control.greeting.launch, run.pipes)
}

function start(control: Socket, launch: Launch, pipes: Map<string, Socket>): void {
  const { command, folder, extra, cell, niceness } = launch
  const say = (farewell: Farewell) => control.end(`${JSON.stringify(farewell)}\n`)
  const refused = block ? !cell.account || !isOf(block, cell.account) : process.getuid?.() === 0
  if (refused) {
    for (const pipe of pipes.values()) pipe.destroy()
    say({ error: 'A program must run as one of the accounts of decoders.' })
    return
  }
  // Connections do not block, while programs expect pipes that do. libuv corrects that for the first three only, so
  // pipe 3 is passed as the first and moved.
  const moved = extra ? ['/bin/sh', '-c', 'exec "$@" 3<&0 </dev/null', 'sh'] : []
  const [program = '', ...args] = [...cellWords(cell), ...moved, ...command]
  const stdio = [
    pipes.get('extra') ?? 'ignore',
    pipes.get('stdout') ?? 'ignore',
    pipes.get('stderr') ?? 'ignore',
  ] as const
  const child = spawn(program, args, { cwd: folder, env: environmentOf(launch), detached: true, stdio: [...stdio] })
  if (child.pid !== undefined && niceness > 0) void lowerPriority(child.pid, niceness)
  // The program has its own copies by now. If we kept ours open, the reader would never see the end.
  for (const pipe of pipes.values()) pipe.destroy()
  if (child.pid !== undefined) control.write(`${JSON.stringify({ pid: child.pid } satisfies StartMessage)}\n`)
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
    if ('launch' in greeting) socket.resume()
  }
  socket.on('data', read)
})
rmSync(path, { force: true })
server.listen(path)
