import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { Problem } from '@footnote/contract/calls/problems.ts'
import { Matches } from '@footnote/contract/nouns/output/search.ts'
import { SEARCH } from '@footnote/contract/shared/limits.ts'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startProduct } from './product.ts'

const api = await startProduct()
const person = await api.person()
const { collection_id } = await api.aCollectionWithVideo(person)
const access = person.access
const address = `${api.base}${endpoints.search.image.path}?index_id=${collection_id}`
afterAll(() => api.close())

const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c02020' }, limitInputPixels: false })
const picture = await solid(64, 48).jpeg().toBuffer()

type Part = readonly [name: string, content: string | Buffer, file_name?: string]

/** Searches with a form. @returns the status, and the problem's code if there is one */
async function ask(...parts: readonly Part[]): Promise<(number | string)[]> {
  const form = new FormData()
  for (const [name, content, file_name = 'a.jpg'] of parts)
    if (typeof content === 'string') form.append(name, content)
    else form.append(name, new Blob([new Uint8Array(content)]), file_name)
  return outcomeOf(await fetch(address, { method: 'POST', body: form, headers: { authorization: `Bearer ${access}` } }))
}

/** Searches with bytes that are no form, or a broken one. */
const askRaw = async (content_type: string, body: string) =>
  outcomeOf(
    await fetch(address, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${access}`, 'content-type': content_type },
    }),
  )

async function outcomeOf(answer: Response): Promise<(number | string)[]> {
  const body: unknown = await answer.json()
  if (answer.ok) {
    z.parse(Matches, body)
    return [answer.status]
  }
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
  const { status, code } = z.parse(Problem, body)
  expect(status).toBe(answer.status)
  return [status, code]
}

test('a search uses an uploaded picture, whatever its name', async () => {
  expect(await ask(['image', picture])).toEqual([200])
  expect(await ask(['image', await solid(64, 48).png().toBuffer(), 'a.svg'])).toEqual([200])
  expect(await ask(['image', await solid(64, 48).webp().toBuffer(), '../../x\0.exe'])).toEqual([200])
  expect(await ask(['note', 'something else'], ['image', picture])).toEqual([200])
})

test('a search needs exactly one picture', async () => {
  const refused = [400, 'validation_failed']
  expect(await ask()).toEqual(refused)
  expect(await ask(['note', 'x'])).toEqual(refused)
  expect(await ask(['image', 'text in place of a file'])).toEqual(refused)
  expect(await ask(['image', picture], ['image', picture])).toEqual(refused)
  expect(await ask(['image', picture], ['image_url', 'https://example.org/a.jpg'])).toEqual(refused)
  expect(await ask(['image_url', 'https://example.org/a.jpg'], ['image', picture])).toEqual(refused)
  expect(await ask(['image_url', 'https://a.org/a'], ['image_url', 'https://a.org/b'])).toEqual(refused)
  expect(await ask(['image_url', ''])).toEqual(refused)
  expect(await ask(['other', picture])).toEqual(refused)
})

test('a broken, empty or missing form is refused', async () => {
  const form = 'multipart/form-data; boundary=x'
  const head = '--x\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'
  for (const [type, body] of [
    ['application/json', '{}'],
    ['application/json', '{'],
    ['text/plain', 'x'],
    ['multipart/form-data', '--x--'],
    [form, ''],
    [form, '--'],
    [form, '--x'],
    [form, '--x--\r\n'],
    [form, head],
    [form, `${head}bytes that never end`],
    [form, '--x\r\ncontent-disposition: form-data\r\n\r\nnameless\r\n--x--\r\n'],
    [form, '--x\r\n\r\nheaderless\r\n--x--\r\n'],
    [form, `--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n`],
    [form, `${'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(50)}--x--\r\n`],
    [form, `--x\r\n${'a: b\r\n'.repeat(5_000)}\r\n1\r\n--x--\r\n`],
  ] as const) {
    const [status, code] = await askRaw(type, body)
    expect([type, body.slice(0, 60), [400, 415].includes(Number(status)), code]).toEqual([
      type,
      body.slice(0, 60),
      true,
      status === 415 ? 'unsupported_media' : 'validation_failed',
    ])
  }
})

test('a file that is no JPEG, PNG or WebP is refused by its bytes', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  for (const content of [
    Buffer.from(svg),
    Buffer.from(`<?xml version="1.0"?>${svg}`),
    await solid(9, 9).gif().toBuffer(),
    await solid(9, 9).tiff().toBuffer(),
    Buffer.from('not a picture'),
    Buffer.alloc(0),
    Buffer.alloc(1000),
    picture.subarray(0, 40),
    picture.subarray(0, picture.length / 2),
    Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(200, 7)]),
  ])
    expect(await ask(['image', content])).toEqual([415, 'unsupported_media'])
})

test('a picture that is too large, in bytes or decoded, is refused', async () => {
  const large = Buffer.concat([picture, Buffer.alloc(SEARCH.image_max_bytes + 1024 ** 2)])
  expect(await ask(['image', large])).toEqual([413, 'too_large'])
  const bomb = await solid(16_000, 16_000).png({ compressionLevel: 9 }).toBuffer()
  expect(bomb.length).toBeLessThan(SEARCH.image_max_bytes)
  expect(await ask(['image', bomb])).toEqual([413, 'too_large'])
  expect(await ask(['image', picture])).toEqual([200])
})

test('an address that is invalid, too long or in the local network is refused', async () => {
  for (const url of [
    'x',
    'file:///etc/passwd',
    'http://127.0.0.1/a.jpg',
    'http://[::1]/',
    'http://169.254.169.254/',
    '\0',
    '\ud800',
  ])
    expect([url, ...(await ask(['image_url', url]))]).toEqual([url, 400, 'image_url_refused'])
  expect(await ask(['image_url', `https://example.org/${'x'.repeat(5_000)}`])).toEqual([400, 'validation_failed'])
  expect(await ask(['image_url', 'x'.repeat(3 * 1024 ** 2)])).toEqual([400, 'validation_failed'])
})
