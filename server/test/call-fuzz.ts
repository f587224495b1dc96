import { createHash, randomInt } from 'node:crypto'
import type { Endpoint } from '@footnote/contract/calls/endpoint.ts'
import { expect, test } from 'vitest'
import { type Answer, addressOf, CALLS, encoded, faultOf, goodRequest, person, request, shapeOf } from './every-call.ts'

export const MEGABYTE = 'x'.repeat(1024 ** 2)
const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  'x'.repeat(501),
  MEGABYTE,
  '__proto__',
  "' or 1=1 --",
  '../../../etc/passwd',
  '%00',
]
/** Values to send in a field, in JSON. */
const VALUES: readonly unknown[] = [
  ...TEXTS,
  ...['\ud800', 'a\udc00b', '\u202e\u{1f600}'],
  ...[{}, { a: { b: [1] } }, { toString: 1 }, [], [1, [2]], [null], null, true, false],
  ...[-1, 0, 0.5, -0.000001, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, -1e308],
]
/**
 * Texts to send unchanged inside JSON: numbers beyond every range, names that reach into objects, and endless nesting.
 */
const RAW_VALUES = ['1e999', '-1e999', '{"__proto__":{"a":1}}', `${'['.repeat(50_000)}${']'.repeat(50_000)}`]
/** Values to send in a field of the address, already encoded. */
const ENCODED = [
  ...TEXTS.map(encodeURIComponent),
  ...[
    '%ED%A0%80',
    '%',
    '%zz',
    '%5Bobject%20Object%5D',
    'null',
    'true',
    'NaN',
    'Infinity',
    '-1',
    '2',
    '1e999',
    '-1e308',
  ],
]

const BODIES = ['', '{', '[]', '[{}]', 'null', '0', '"text"', '{}', '{"a":1,}', '\ufeff{}', '{"__proto__":1}']
const METHODS = ['OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE']
const TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'nonsense',
  'application/json; charset=utf-16',
]
const FORMS = ['multipart/form-data', 'multipart/form-data; boundary=x']

const shown = (value: unknown) => String(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 40)

/** The address of a valid request with another value of one field, as it is sent. */
type Variant = (fields: Readonly<Record<string, string>>) => Record<string, string>

/** Each way to spoil a field of an address. */
function variantsOf(place: 'params' | 'query', field: string): [label: string, variant: Variant][] {
  const values = ENCODED.map((value): [string, Variant] => [
    `${shown(value)} in ${field}`,
    (fields) => ({ ...fields, [field]: value }),
  ])
  if (place === 'params') return values
  const without = ({ [field]: _left, ...rest }: Readonly<Record<string, string>>) => rest
  return [
    ...values,
    [`without ${field}`, without],
    [`${field} twice`, (fields) => ({ ...fields, [field]: `${fields[field] ?? ''}&${field}=${fields[field] ?? ''}` })],
    [`${field}[a]`, (fields) => ({ ...without(fields), [`${field}[a]`]: fields[field] ?? '' })],
    [`${field}[]`, (fields) => ({ ...without(fields), [`${field}[]`]: fields[field] ?? '' })],
    [`__proto__ beside ${field}`, (fields) => ({ ...fields, ['__proto__']: 'a' })],
    [`%zz instead of ${field}`, (fields) => ({ ...without(fields), '%zz': 'a' })],
  ]
}

/** Each way to spoil a field of a body. */
function bodiesOf(field: string): [label: string, bodyOf: (good: Readonly<Record<string, unknown>>) => string][] {
  return [
    ...VALUES.map((value, number): ReturnType<typeof bodiesOf>[number] => [
      `${field} = ${shown(value)} (${number})`,
      (good) => JSON.stringify({ ...good, [field]: value }),
    ]),
    ...RAW_VALUES.map((raw): ReturnType<typeof bodiesOf>[number] => [
      `${field} = ${shown(raw)}`,
      (good) => JSON.stringify({ ...good, [field]: '@' }).replace('"@"', raw),
    ]),
    [`without ${field}`, ({ [field]: _left, ...rest }) => JSON.stringify(rest)],
  ]
}

/** Draws one of so many requests, others in each run; FUZZ_SEED, which is printed, draws the same ones again. */
export function drawnRequests(share: number): (request: string) => boolean {
  const seed = process.env.FUZZ_SEED ?? String(randomInt(2 ** 31))
  console.log(`seed of the values: FUZZ_SEED=${seed}`)
  return (request) => createHash('sha256').update(`${seed} ${request}`).digest().readUInt32BE() % share === 0
}

/**
 * Sends values that no client sends, in each field of each call: no answer is a server error or outside the contract.
 * @param isChosen whether a request is made; receives its call and a label
 */
export function sendAnything(isChosen: (request: string) => boolean): void {
  test.each(CALLS.filter(([, { body }]) => body))(
    '%s survives any value in any field of its body',
    async (name, endpoint) => {
      const faults: string[] = []
      const { params, as = person } = await goodRequest(name, endpoint)
      const address = addressOf(endpoint, { params: encoded(params) })
      const tryBody = async (label: string, body: string) => {
        const fault = faultOf(await request(endpoint.method, address, { token: as.access, body }), endpoint)
        if (fault) faults.push(`${label}: ${fault}`)
      }
      for (const field of shapeOf(endpoint.body)) {
        const chosen = bodiesOf(field).filter(([label]) => isChosen(`${name} ${label}`))
        if (chosen.length === 0) continue
        const good = (await goodRequest(name, endpoint)).body as Record<string, unknown>
        for (const [label, bodyOf] of chosen) await tryBody(label, bodyOf(good))
      }
      for (const body of BODIES) if (isChosen(`${name} body ${body}`)) await tryBody(`body ${body}`, body)
      expect(faults).toEqual([])
    },
  )

  test.each(CALLS.filter(([, { query, params }]) => query || params))(
    '%s survives any value in any field of its address',
    async (name, endpoint) => {
      const faults: string[] = []
      for (const place of ['params', 'query'] as const)
        for (const field of shapeOf(endpoint[place])) {
          const chosen = variantsOf(place, field).filter(([label]) => isChosen(`${name} ${place} ${label}`))
          if (chosen.length === 0) continue
          const { params, query, headers, as = person } = await goodRequest(name, endpoint)
          const sent = { params: encoded(params), query: encoded(query) }
          for (const [label, variant] of chosen) {
            const address = addressOf(endpoint, { ...sent, [place]: variant(sent[place]) })
            const fault = faultOf(await request(endpoint.method, address, { token: as.access, headers }), endpoint)
            if (fault) faults.push(`${label}: ${fault}`)
          }
        }
      expect(faults).toEqual([])
    },
  )

  test.each(CALLS)('%s survives other methods, content types and sizes', async (name, endpoint) => {
    const faults: string[] = []
    const sent = await goodRequest(name, endpoint)
    const address = addressOf(endpoint, { params: encoded(sent.params), query: encoded(sent.query) })
    const { headers, as = person } = sent
    const token = as.access
    const good = JSON.stringify(sent.body ?? {})
    const tryCall = async (label: string, ask: () => Promise<Answer>, call: Endpoint = endpoint) => {
      if (!isChosen(`${name} ${label}`)) return
      const fault = faultOf(await ask(), call)
      if (fault) faults.push(`${label}: ${fault}`)
    }
    for (const method of METHODS) {
      // Another call may have the same address.
      const call = CALLS.find(([, other]) => other.method === method && other.path === endpoint.path)?.[1]
      const body = method === 'PUT' ? { body: good } : {}
      await tryCall(method, () => request(method, address, { token, headers, ...body }), call)
    }
    for (const type of TYPES)
      await tryCall(type, () => request(endpoint.method, address, { token, headers, type, body: good }))
    for (const type of FORMS)
      await tryCall(type, () => request(endpoint.method, address, { token, headers, type, body: '--x\r\nbroken' }))
    await tryCall('3 MB', () => request('POST', address, { token, body: `"${'x'.repeat(3 * 1024 ** 2)}"` }))
    if (isChosen(`${name} HEAD`)) {
      const head = await request('HEAD', address, { token })
      if (head.status >= 500 || head.text !== '') faults.push(`HEAD: ${head.status}`)
    }
    expect(faults).toEqual([])
  })
}
