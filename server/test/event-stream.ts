import { setTimeout as wait } from 'node:timers/promises'
import type { PresentEvent } from '@footnote/contract/nouns/review/live.ts'
import { headersOf, type Sender } from '../../seed/rows/senders.ts'

/** An event from the stream. */
export interface ReceivedEvent {
  readonly event: string
  // Tests read the fields that they expect.
  // biome-ignore lint/suspicious/noExplicitAny: what an event carries is what is being tested
  readonly data: any
}

interface Page {
  /** The key that the page sends. */
  readonly page_key?: string
  /** The address that a proxy names. */
  readonly address?: string
  /** Id of the last event that the page has. */
  readonly after?: string
}

/** Opens the events of a video, and waits for the one that says so. */
export const openEvents = (base: string, video_id: string, who: NonNullable<Sender>, page: Page = {}) =>
  openStream(base, `/api/quick-review/events/${video_id}`, who, page)

/** Opens the events of a person and, with a video, those around it. */
export const openOwnEvents = (
  base: string,
  who: NonNullable<Sender>,
  page: Page & { readonly video_id?: string } = {},
) => openStream(base, '/api/events', who, page)

/** Opens the events of a link for a page that shows none of its videos. */
export const openLinkEvents = (base: string, who: NonNullable<Sender>, page: Page = {}) =>
  openStream(base, '/api/sharing_router/events', who, page)

async function openStream(
  base: string,
  path: string,
  who: NonNullable<Sender>,
  { address, after, ...query }: Page & { readonly video_id?: string },
) {
  const hanging = new AbortController()
  const answer = await fetch(`${base}${path}?${new URLSearchParams({ ...query })}`, {
    headers: {
      ...headersOf(who),
      ...(address === undefined ? {} : { 'x-forwarded-for': address }),
      ...(after === undefined ? {} : { 'last-event-id': after }),
    },
    signal: hanging.signal,
  })
  const events: ReceivedEvent[] = []
  const present: PresentEvent[] = []
  let here = ''
  const ids: string[] = []
  let opened = false
  let ended = false
  const reading = (async () => {
    let rest = ''
    for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) {
        const [, event] = /^event: (.*)$/m.exec(block) ?? []
        const [, id] = /^id: (.*)$/m.exec(block) ?? []
        if (id) ids.push(id)
        if (!event) continue
        const data = JSON.parse(/^data: (.*)$/m.exec(block)![1]!)
        if (event === 'opened') {
          opened = true
          here = data.here
        } else if (event === 'present') present.push(data)
        else events.push({ event, data })
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
  if (answer.ok) await until(() => opened)
  return {
    status: answer.status,
    headers: answer.headers,
    events,
    /** Who else was there, each time that the stream said it. */
    present,
    /** Says that the page is still there, through any process. */
    sign: (through = base) =>
      fetch(`${through}/api/events/here`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ here }),
      }),
    /** Of the last event that names a place in the log. */
    lastId: () => ids.at(-1)!,
    /** Waits for this many events. */
    received: (count: number) => until(() => events.length >= count),
    until,
    /** Waits for the end of the stream. */
    ended: () => until(() => ended),
    close: () => hanging.abort(),
  }
}
