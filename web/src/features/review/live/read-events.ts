import { createParser, type EventSourceMessage } from 'eventsource-parser'

/**
 * The events of an answer, as they arrive.
 * @param onSign called for everything that arrives, including comments: it proves that the server is alive
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onSign: () => void,
): AsyncGenerator<EventSourceMessage, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const complete: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => complete.push(event) })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onSign()
      parser.feed(decoder.decode(value, { stream: true }))
      yield* complete.splice(0)
    }
  } finally {
    // A broken connection has nothing left to cancel.
    await reader.cancel().catch(() => undefined)
  }
}
