import { setTimeout as wait } from 'node:timers/promises'
import { headersOf, type Sender } from '../../seed/rows/senders.ts'

/** An event from the stream. */
export interface ReceivedEvent {
  readonly event: string
  // Tests read the fields that they expect.
  // biome-ignore lint/suspicious/noExplicitAny: what an event carries is what is being tested
  readonly data: any
}

/**
 * Opens the events of a video, and waits for the line that confirms it.
 * @param page the key that the page sends, and the address that a proxy names
 */
export async function openEvents(
  base: string,
  video_id: string,
  who: NonNullable<Sender>,
  { page_key, address }: { readonly page_key?: string; readonly address?: string } = {},
) {
  const hanging = new AbortController()
  const query = page_key === undefined ? '' : `?${new URLSearchParams({ page_key })}`
  const answer = await fetch(`${base}/api/quick-review/events/${video_id}${query}`, {
    headers: { ...headersOf(who), ...(address === undefined ? {} : { 'x-forwarded-for': address }) },
    signal: hanging.signal,
  })
  const events: ReceivedEvent[] = []
  let lines = 0
  let ended = false
  const reading = (async () => {
    let rest = ''
    for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) {
        lines += 1
        const [, event] = /^event: (.*)$/m.exec(block) ?? []
        if (event) events.push({ event, data: JSON.parse(/^data: (.*)$/m.exec(block)![1]!) })
      }
    }
  })()
  reading.then(
    () => {
      ended = true
    },
    () => {
      ended = true
    },
  )
  /** Waits until a condition is true, for at most a minute. */
  const until = async (holds: () => boolean) => {
    for (let waited = 0; !holds() && waited < 60_000; waited += 20) await wait(20)
    if (!holds()) throw new Error(`Only this has come: ${JSON.stringify(events)}`)
  }
  if (answer.ok) await until(() => lines > 0)
  return {
    status: answer.status,
    headers: answer.headers,
    events,
    /** Waits for this many events. */
    received: (count: number) => until(() => events.length >= count),
    /** Waits for the end of the stream. */
    ended: () => until(() => ended),
    close: () => hanging.abort(),
  }
}
