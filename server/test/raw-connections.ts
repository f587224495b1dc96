import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const sockets: Socket[] = []

/**
 * Opens a connection to this machine that sends only this.
 * @returns all that the server answers, and whether it closed the connection
 */
export async function beginRequest(port: number, text: string | Buffer) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  const state = { socket, answer: '', closed: false }
  socket.on('data', (part) => {
    state.answer += part
  })
  socket.on('error', () => undefined)
  socket.once('close', () => {
    state.closed = true
  })
  await once(socket, 'connect')
  if (text.length > 0) socket.write(text)
  return state
}

/** Ends all connections that `beginRequest` opened. */
export function endRequests(): void {
  for (const socket of sockets.splice(0)) socket.destroy()
}

/** The head of a sign-in whose body has this many bytes, without the line that ends it. */
export const loginHead = (length: number): string =>
  `POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n`
