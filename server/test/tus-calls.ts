import type { Person } from '../../seed/rows/senders.ts'

const TYPE = { 'content-type': 'application/offset+octet-stream' }

export const metadata = (facts: Record<string, string>): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

export const facts = (index_id: string) => ({ index_id, filename: 'Cut 1.MP4', filetype: 'video/mp4' })

export const idOf = (at: string): string => at.slice(at.lastIndexOf('/') + 1)

/** Speaks tus with an API. @param base its address */
export function tusCalls(base: string) {
  async function send(who: { access: string } | null, method: string, at: string, headers = {}, body?: Uint8Array) {
    const authorization = who ? { authorization: `Bearer ${who.access}` } : {}
    const all = { 'tus-resumable': '1.0.0', ...authorization, ...headers }
    const answer = await fetch(new URL(at, base), { method, headers: all, ...(body ? { body } : {}) } as RequestInit)
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, code: text && JSON.parse(text).code, text }
  }
  return {
    send,
    create: (person: Person, index_id: string, size: number | string, more = {}, headers = {}) =>
      send(person, 'POST', '/api/tus', {
        'upload-length': String(size),
        'upload-metadata': metadata({ ...facts(index_id), ...more }),
        ...headers,
      }),
    patch: (person: Person, at: string, offset: number, body: Uint8Array, headers = {}) =>
      send(person, 'PATCH', at, { ...TYPE, 'upload-offset': String(offset), ...headers }, body),
    offsetOf: async (person: Person, at: string) => (await send(person, 'HEAD', at)).headers.get('upload-offset'),
  }
}
