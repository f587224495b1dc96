import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@footnote/contract/calls/endpoint.ts'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { LinkHolder } from '../../seed/rows/senders.ts'
import type { Product } from './product.ts'
import { requestOf } from './request-of.ts'

/** What a guest asks for: a video, and a comment that may be of another one. */
interface Subject {
  readonly video_id: string
  readonly comment_id: string
}
interface GuestCall {
  readonly name: string
  readonly call: Endpoint
  /** What follows the path, and bodies, in turn. */
  readonly queries: readonly string[]
  readonly bodies: readonly ((asked: Subject) => object)[]
}

const WORDS = { content: 'Words', start_time: 1, guest_name: 'Grace' }

/** What asks for more than a link shows. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  'approvals.log': ['?format=json', '?format=csv'],
  'commentExports.get': ['csv', 'md', 'avid', 'otio&visibility=team'].map(
    (rest) => `?team=true&rate=25&format=${rest}`,
  ),
  'commentExports.preview': ['?format=csv&team=true', '?format=txt&team=true&source=search'],
  'comments.list': ['', '?earlier=open', '?status=resolved'],
  'sharing.download': ['?file=original', '?file=proxy', ''],
}
/** Bodies instead of the one that follows from the schema of a call. */
const BODIES: Readonly<Record<string, GuestCall['bodies']>> = {
  'commentImports.run': [
    () => ({ format: 'csv', content: 'Time,Comment\n0:01,Hold', start: '01:00:00:00', rate: '25', dry_run: true }),
  ],
  'comments.create': [
    () => WORDS,
    () => ({ ...WORDS, visibility: 'team' }),
    ({ comment_id }) => ({ ...WORDS, parent_comment_id: comment_id }),
  ],
}

/** Every call that a share link can make, except the endless one. */
export const GUEST_CALLS: readonly GuestCall[] = Object.entries(endpoints)
  .flatMap(([noun, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).map(([of, call]) => ({ name: `${noun}.${of}`, call })),
  )
  .filter(({ call }) => (call.access === 'share' || call.access === 'link') && !call.events)
  .map(({ name, call }) => ({
    name,
    call,
    queries: QUERIES[name] ?? [''],
    bodies: BODIES[name] ?? [({ comment_id }) => requestOf(call, { comment_ids: [comment_id] }).body ?? {}],
  }))

/** The calls about a video; the others are about the link. */
export const VIDEO_CALLS = GUEST_CALLS.filter(({ call }) => call.path.includes(':video_id'))

/** Makes a call once with each of its queries and bodies. @returns the answers, in turn */
export async function askAll(server: Product, one: GuestCall, asked: Subject, who: LinkHolder) {
  const answers = []
  for (const query of one.queries)
    for (const body of one.bodies) answers.push(await ask(server, one, { asked, query, body }, who))
  return answers
}

/** Makes a call with the first of its queries and bodies. */
export const askOnce = (server: Product, one: GuestCall, asked: Subject, who: LinkHolder) =>
  ask(server, one, { asked, query: one.queries[0]!, body: one.bodies[0]! }, who)

async function ask(
  server: Product,
  { call }: GuestCall,
  {
    asked,
    query,
    body,
  }: { readonly asked: Subject; readonly query: string; readonly body: (asked: Subject) => object },
  who: LinkHolder,
) {
  const ids = { ...asked, file_id: randomUUID() }
  const address = Object.entries(ids).reduce((path, [name, id]) => path.replace(`:${name}`, id), call.path) + query
  if (call.method === 'GET') return await server.get(address, who)
  if (call.method === 'DELETE') return await server.delete(address, who)
  return await server[call.method === 'PUT' ? 'put' : 'post'](address, body(asked), who)
}
