/** One server-sent event. */
export interface ServerEvent {
  readonly name: string
  readonly data: string
}

/**
 * Parses server-sent events from text that arrives in chunks, cut anywhere (HTML standard, 9.2.6). Ignores ids and
 * retry times, because the server sends none.
 * @returns a function that takes the next chunk and returns the events that it completes
 */
export function eventParser(): (piece: string) => ServerEvent[] {
  let rest = ''
  let name = ''
  let data: string[] = []
  let first = true

  const field = (line: string) => {
    const colon = line.indexOf(':')
    const key = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (key === 'event') name = value
    else if (key === 'data') data.push(value)
  }

  return (piece) => {
    const text = rest + (first && piece.startsWith('\uFEFF') ? piece.slice(1) : piece)
    if (piece) first = false
    // A return at the end of the chunk may be half of a line end.
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text
    const lines = whole.split(/\r\n|\r|\n/)
    rest = (lines.pop() ?? '') + text.slice(whole.length)
    const events: ServerEvent[] = []
    for (const line of lines) {
      if (line !== '') {
        field(line)
        continue
      }
      if (data.length > 0) events.push({ name: name || 'message', data: data.join('\n') })
      name = ''
      data = []
    }
    return events
  }
}

/**
 * The events of an answer, as they arrive.
 * @param onSign called for everything that arrives, including comments: it proves that the server is alive
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onSign: () => void,
): AsyncGenerator<ServerEvent, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const parse = eventParser()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onSign()
      yield* parse(decoder.decode(value, { stream: true }))
    }
  } finally {
    // A broken connection has nothing left to cancel.
    await reader.cancel().catch(() => undefined)
  }
}
