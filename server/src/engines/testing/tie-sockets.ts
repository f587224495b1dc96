import type { Socket } from 'node:net'

/** Ends each of two sockets with the other, and keeps them in a set while they are open. */
export function tieSockets(one: Socket, other: Socket, open: Set<Socket>): void {
  for (const [socket, partner] of [
    [one, other],
    [other, one],
  ] as const) {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => {
      open.delete(socket)
      partner.destroy()
    })
  }
}
