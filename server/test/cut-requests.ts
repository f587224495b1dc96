import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { Readable } from 'node:stream'
import { ADDRESS } from '@footnote/contract/shared/limits.ts'
import { PASSWORD } from '../../seed/rows/people.ts'
import { headersOf, SECRET } from '../../seed/rows/senders.ts'
import { DiskStorage } from '../src/platform/storage/disk.ts'
import type { ApiBeside } from './api-beside.ts'
import type { Product } from './product.ts'

import { facts, metadata, tusCalls } from './tus-calls.ts'

/** A kind of request as a client sends it, byte for byte. */
export interface CutRequest {
  readonly name: string
  /** Makes the bytes of the next request of this kind. */
  bytes(): Promise<Buffer>
}

/** Bytes of a file that does not fit into the buffers of a connection. */
const FILE = 8 * 1024 ** 2
/** Bytes that an upload announces. It never has them all, so that each request continues it. */
const ANNOUNCED = 64 * 1024 ** 2
const BOUNDARY = 'footnote'
const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
const JSON_BODY = { 'content-type': 'application/json' }

/**
 * Makes requests of every kind that the API treats in its own way: forms, uploads that resume, streams, ranges, bodies
 * that it refuses, and bytes that are not HTTP.
 * @param rows makes people and videos in the database of the API
 */
export async function requestsToCut(rows: Product, api: ApiBeside): Promise<CutRequest[]> {
  const person = await rows.person(undefined, 'TEAM')
  const { collection_id, video_id } = await rows.aCollectionWithVideo(person)
  const key = `videos/${video_id}/original.mp4`
  const storage = new DiskStorage({ folder: path.join(api.folder, 'files'), secret_key: SECRET })
  await storage.write(key, Readable.from([Buffer.alloc(FILE)]))
  const file = { lifetime: ADDRESS.media, content_type: 'video/mp4', viewer: await rows.viewer(person) }
  const address = await storage.address(key, file)
  const place = { index_id: collection_id, file_type: 'video/mp4', file_extension: 'mp4' }
  const slot = (await rows.post('/api/upload', place, person)).json
  const upload = form({ ...slot.url.fields, file: Buffer.alloc(400, 'x') })
  const { create, offsetOf } = tusCalls(api.base)
  const resumed = (await create(person, collection_id, ANNOUNCED)).headers.get('location')!
  const signed = { ...headersOf(person), 'tus-resumable': '1.0.0' }
  const login = JSON.stringify({ email: person.email, password: PASSWORD })
  const search = `/api/query_index?index_id=${collection_id}&query=red+car`
  const frame = form({ video_id, time: '1' })
  const events = request('GET', `/api/quick-review/events/${video_id}`, headersOf(person))
  const page = request('GET', '/', { 'accept-encoding': 'gzip', 'x-forwarded-for': '198.51.100.7' })
  const fixed: Record<string, Buffer> = {
    'upload form': request('POST', '/api/files/upload', FORM, upload),
    'new upload': request('POST', '/api/tus', {
      ...signed,
      'upload-length': `${ANNOUNCED}`,
      'upload-metadata': metadata(facts(collection_id)),
    }),
    'events of comments': events,
    'range of a file': request('GET', address, { range: `bytes=7-${FILE - 1}` }),
    search: request('GET', search, headersOf(person)),
    'search by a frame': request(
      'POST',
      `/api/image_search?index_id=${collection_id}`,
      { ...headersOf(person), ...FORM },
      frame,
    ),
    'sign-in': request('POST', '/api/login', JSON_BODY, Buffer.from(login)),
    'comments as a file': request('GET', `/api/quick-review/export/${video_id}?format=csv`, headersOf(person)),
    'signed event': request(
      'POST',
      '/api/stripe/webhook',
      { ...JSON_BODY, 'stripe-signature': 't=1' },
      Buffer.from('{}'),
    ),
    'page through a proxy': page,
    'two requests at once': Buffer.concat([request('GET', address, {}), events]),
    'body of a wrong type': request('POST', '/api/login', { 'content-type': 'text/xml' }, Buffer.alloc(300, 'x')),
    'body that is too large': tooLarge('/api/login'),
    'body that is waited for': request(
      'POST',
      '/api/login',
      { ...JSON_BODY, expect: '100-continue' },
      Buffer.from(login),
    ),
    'head that is not HTTP': Buffer.from(
      `GET /api/health HTTP/1.1\r\nhost: x\r\nbad header\x00: ${randomUUID()}\r\n\r\n`,
    ),
    'body that is not HTTP': Buffer.from(
      'POST /api/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nx',
    ),
    'change of protocol': request('GET', '/api/health', { connection: 'upgrade', upgrade: 'websocket' }),
    'unknown address': request('PUT', '/api/nothing', JSON_BODY, Buffer.from(login)),
  }
  const piece = { ...signed, 'content-type': 'application/offset+octet-stream' }
  return [
    ...Object.entries(fixed).map(([name, bytes]) => ({ name, bytes: async () => bytes })),
    {
      name: 'continued upload',
      bytes: async () => {
        const offset = await offsetOf(person, resumed)
        return request('PATCH', resumed, { ...piece, 'upload-offset': `${offset}` }, Buffer.alloc(500, 'y'))
      },
    },
  ]
}

function request(method: string, address: string, headers: Readonly<Record<string, string>>, body?: Buffer): Buffer {
  const { pathname, search } = new URL(address, 'http://x')
  const all = { host: 'x', ...headers, ...(body ? { 'content-length': `${body.length}` } : {}) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([
    Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`),
    body ?? Buffer.alloc(0),
  ])
}

/** A form whose file, if there is one, comes last. */
function form(fields: Readonly<Record<string, string | Buffer>>): Buffer {
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    const file = typeof value === 'string' ? '' : '; filename="a.mp4"'
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')]
  })
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

/** A body in pieces whose size shows only once it has passed the limit. */
function tooLarge(address: string): Buffer {
  const head = request('POST', address, { ...JSON_BODY, 'transfer-encoding': 'chunked' })
  const piece = Buffer.concat([Buffer.from('4000\r\n'), Buffer.alloc(0x4000, ' '), Buffer.from('\r\n')])
  return Buffer.concat([head, ...Array.from({ length: 6 }, () => piece)])
}
