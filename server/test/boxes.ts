import { randomBytes } from 'node:crypto'
import { headersOf, type LinkHolder, type Person } from '../../seed/rows/senders.ts'
import type { Product } from './product.ts'
import { metadata, tusCalls } from './tus-calls.ts'

const TYPE = { 'content-type': 'application/offset+octet-stream' }

/** Makes boxes, and sends files into them as their guests do. */
export function boxCalls(api: Pick<Product, 'base' | 'get' | 'post' | 'put' | 'delete'>) {
  const { send } = tusCalls(api.base)
  const at = (file_id: string) => `/api/tus/${file_id}`
  const as = (guest: LinkHolder, more = {}) => ({ ...headersOf(guest), ...more })
  const begin = (guest: LinkHolder, size: number, facts: Record<string, string> = {}, more = {}) =>
    send(null, 'POST', '/api/tus', {
      ...as(guest, more),
      'upload-length': String(size),
      'upload-metadata': metadata({ filename: 'A001.mov', filetype: 'video/quicktime', ...facts }),
    })
  const patch = (guest: LinkHolder, file_id: string, offset: number, body: Uint8Array) =>
    send(null, 'PATCH', at(file_id), as(guest, { ...TYPE, 'upload-offset': String(offset) }), body)
  const begun = async (guest: LinkHolder, size: number, facts: Record<string, string> = {}): Promise<string> => {
    const { status, text, headers } = await begin(guest, size, facts)
    if (status !== 201) throw new Error(text)
    return headers.get('location')!.split('/').at(-1)!
  }
  return {
    /** Makes a box that takes files for a day. @returns its id, and a guest who has its link */
    async aBox(maker: Person, collection_id: string, settings: object = {}) {
      const given = { kind: 'box', ids: [collection_id], permission: 'viewer', name: 'Day 2, camera originals' }
      const expires_at = new Date(Date.now() + 86_400_000).toISOString()
      const { status, json } = await api.post('/api/sharing_router/links', { ...given, expires_at, ...settings }, maker)
      if (status !== 201) throw new Error(JSON.stringify(json))
      const share_token: string = json.share_url.split('/').at(-1)
      return { id: json.link.id as string, share_url: json.share_url as string, share_token, link: json.link }
    },
    /** A guest of a box with a browser of their own, who has said their name. */
    async aGuest(share_token: string, name: string | null = 'Kim Aalto', more: object = {}): Promise<LinkHolder> {
      const guest = { share_token, guest_key: randomBytes(8).toString('hex') }
      if (name === null) return guest
      const { status, json } = await api.post(`/api/sharing_router/unlock/${share_token}`, { name, ...more }, guest)
      if (status !== 200) throw new Error(JSON.stringify(json))
      return { ...guest, share_pass: json.pass }
    },
    read: async (guest: LinkHolder) => await api.get('/api/sharing_router/box', guest),
    begin,
    patch,
    /** Begins a file. @returns its id */
    begun,
    /** Sends a whole file. @returns its id, which is that of its video */
    async sent(guest: LinkHolder, bytes: Uint8Array, facts: Record<string, string> = {}): Promise<string> {
      const id = await begun(guest, bytes.length, facts)
      const { status, text } = await patch(guest, id, 0, bytes)
      if (status !== 204) throw new Error(text)
      return id
    },
    head: (guest: LinkHolder, file_id: string) => send(null, 'HEAD', at(file_id), as(guest)),
    stop: (guest: LinkHolder, file_id: string) => send(null, 'DELETE', at(file_id), as(guest)),
    takeBack: (guest: LinkHolder, file_id: string) => api.delete(`/api/sharing_router/box/files/${file_id}`, guest),
  }
}
