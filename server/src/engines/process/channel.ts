import type { Socket } from 'node:net'
import { deserialize, serialize } from 'node:v8'

/** Bytes of a message's length, before the message. */
const HEADER = 4

/** Sends a message: plain data, typed arrays too. */
export function sendMessage(channel: Socket, message: unknown): void {
  const content = serialize(message)
  const header = Buffer.alloc(HEADER)
  header.writeUInt32LE(content.length)
  channel.cork()
  channel.write(header)
  channel.write(content)
  channel.uncork()
}

/** Calls back with each message of the other side, in order. */
export function onMessages<T>(channel: Socket, act: (message: T) => void): void {
  let parts: Buffer[] = []
  let held = 0
  channel.on('data', (part: Buffer) => {
    parts.push(part)
    held += part.length
    for (let length = lengthOf(parts, held); length !== null; length = lengthOf(parts, held)) {
      const all = Buffer.concat(parts, held)
      parts = [all.subarray(HEADER + length)]
      held -= HEADER + length
      act(deserialize(all.subarray(HEADER, HEADER + length)) as T)
    }
  })
}

/** Length of the first message; null when it has not arrived as a whole. */
function lengthOf(parts: Buffer[], held: number): number | null {
  if (held < HEADER) return null
  if (parts[0] !== undefined && parts[0].length < HEADER) parts.splice(0, parts.length, Buffer.concat(parts, held))
  const length = (parts[0] as Buffer).readUInt32LE(0)
  return held < HEADER + length ? null : length
}
