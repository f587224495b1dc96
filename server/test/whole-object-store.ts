import { once } from 'node:events'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { startObjectStore } from './object-store.ts'

/** How a request is answered in place of the store. */
type Answer = readonly [status: number, body: string]

/**
 * The object store of tests, with what it lacks of uploads in parts: their list, the list of their parts, and their end.
 * @param instead may answer a request itself, as a store with a fault does
 */
export async function startWholeObjectStore(instead: (request: IncomingMessage) => Answer | null = () => null) {
  const store = await startObjectStore()
  const folder = path.join(store.folder, store.settings.bucket, '._S3rver_uploads')
  const answer = async (request: IncomingMessage): Promise<Answer | null> => {
    const { pathname, searchParams } = new URL(request.url ?? '', store.settings.endpoint)
    const upload = searchParams.get('uploadId')
    if (request.method === 'GET' && searchParams.has('uploads')) return [200, await listUploads(folder, searchParams)]
    if (upload === null || !['GET', 'DELETE'].includes(request.method ?? '')) return instead(request)
    const parts = await partsOf(path.join(folder, upload))
    if (!parts) return [404, '<Error><Code>NoSuchUpload</Code><Message>It is gone.</Message></Error>']
    if (request.method === 'DELETE') await rm(path.join(folder, upload), { recursive: true })
    return request.method === 'DELETE'
      ? [204, '']
      : [200, `<ListPartsResult><Key>${pathname}</Key>${parts.join('')}</ListPartsResult>`]
  }
  const server = http.createServer((request, response) => {
    answer(request).then(
      (given) => (given ? refuse(request, response, given) : pass(request, response, store.settings.endpoint)),
      (error) => response.destroy(error),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    folder: store.folder,
    kill: store.kill,
    restart: store.restart,
    settings: { ...store.settings, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await store.stop()
    },
  }
}

function refuse(request: IncomingMessage, response: ServerResponse, [status, body]: Answer): void {
  request.resume()
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(body && `<?xml version="1.0"?>${body}`)
}

function pass(request: IncomingMessage, response: ServerResponse, endpoint: string): void {
  const { url = '', method, headers } = request
  const passed = http.request(new URL(url, endpoint), { method, headers }, (received) => {
    response.writeHead(received.statusCode ?? 502, received.headers)
    received.pipe(response)
  })
  passed.on('error', () => response.destroy())
  request.pipe(passed)
}

async function listUploads(folder: string, asked: URLSearchParams): Promise<string> {
  const ids = await readdir(folder).catch(() => [])
  const uploads = await Promise.all(
    ids.map(async (id) => {
      const file = path.join(folder, id, 'key')
      const [key, { mtime }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
      return { id, key, begun: mtime.toISOString() }
    }),
  )
  const rows = uploads
    .filter(({ key }) => key.startsWith(asked.get('prefix') ?? ''))
    .map(
      ({ id, key, begun }) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun}</Initiated></Upload>`,
    )
  return `<ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>`
}

/** The parts of an upload as their list has them; null when there is no such upload. */
async function partsOf(folder: string): Promise<string[] | null> {
  const names = await readdir(folder).catch(() => null)
  const numbers = names?.filter((name) => /^\d+$/.test(name))
  if (!numbers) return null
  return await Promise.all(
    numbers.map(async (number) => {
      const file = path.join(folder, number)
      const [tag, { size }] = await Promise.all([readFile(`${file}.md5`, 'utf8'), stat(file)])
      return `<Part><PartNumber>${number}</PartNumber><ETag>"${tag}"</ETag><Size>${size}</Size></Part>`
    }),
  )
}
