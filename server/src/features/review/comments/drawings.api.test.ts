import { randomUUID } from 'node:crypto'
import type { Drawing, Shape } from '@footnote/contract/shared/drawing/drawing.ts'
import { describe, expect, test } from 'vitest'
import { headersOf, type Sender } from '../../../../../seed/rows/senders.ts'
import { openEvents } from '../../../../test/event-stream.ts'
import { randomNumbers } from '../../../../test/random-numbers.ts'
import { startDiscussion } from '../../../../test/team.ts'

const { server, owner, colleague, stranger, collection, video, viewerLink, guest } = await startDiscussion()

const arrow: Shape = { t: 'arrow', c: 'yellow', w: 0.005, p: [0.1, 0.2, 0.3, 0.4] }
const rectangle: Shape = { t: 'rect', c: 'blue', w: 0.01, p: [0.1, 0.2, 0.3, 0.4] }
const text: Shape = { t: 'text', c: 'white', s: 0.04, p: [0.5, 0.5], text: 'Here' }
const pen: Shape = { t: 'pen', c: 'red', w: 0.01, p: [0, 0, 0.25, 0.5, 1, 1] }
const drawing: Drawing = { v: 1, shapes: [arrow, pen] }
const other: Drawing = { v: 1, shapes: [text] }

const read = (id: string, who?: Sender, of = video) => server.get(`/api/quick-review/drawings/${of}/${id}`, who)
const create = (body: object, who: Sender = owner) =>
  server.post(`/api/quick-review/create-comment/${video}`, { content: 'Cut here', start_time: 1, ...body }, who)
const update = (id: string, body: object, who: Sender = owner) =>
  server.put(`/api/quick-review/update-comment/${video}/${id}`, { content: 'Cut there', ...body }, who)
const drawn = async (more: object = {}) => (await server.aComment(owner, video, { drawing, ...more })).id

describe('a comment with a drawing', () => {
  test('says so in lists, and the drawing has a call of its own', async () => {
    const { id, has_drawing } = await server.aComment(owner, video, { drawing })
    expect(has_drawing).toBe(true)
    const { items } = (await server.get(`/api/quick-review/comments/${video}?page_size=100`, owner)).json
    const listed = items.find((item: { id: string }) => item.id === id)
    expect(listed.has_drawing).toBe(true)
    expect(JSON.stringify(listed)).not.toContain('shapes')
    for (const who of [owner, colleague, guest, viewerLink]) expect((await read(id, who)).json).toEqual({ drawing })
  })

  test('a comment without one has none', async () => {
    const { id, has_drawing } = await server.aComment(owner, video, { drawing: null })
    expect([has_drawing, (await read(id, owner)).json]).toEqual([false, { drawing: null }])
  })

  test('those who may not read the video do not read its drawings', async () => {
    const id = await drawn()
    const elsewhere = await server.aVideo(owner, collection, { duration: 60 })
    expect((await read(id, stranger)).status).toBe(404)
    expect((await read(id, owner, elsewhere)).status).toBe(404)
    expect((await read(randomUUID(), owner)).status).toBe(404)
    expect((await read(id)).status).toBe(401)
    expect((await read(id, await server.aLink(owner, elsewhere))).status).toBe(404)
    const inside = await drawn({ visibility: 'team' })
    expect((await read(inside, colleague)).status).toBe(200)
    expect((await read(inside, guest)).status).toBe(404)
  })

  test('a guest who may comment draws, too', async () => {
    const { json } = await create({ drawing, guest_name: 'Grace' }, guest)
    expect(json.has_drawing).toBe(true)
    expect((await update(json.id, { drawing: other }, guest)).json.has_drawing).toBe(true)
    expect((await read(json.id, owner)).json).toEqual({ drawing: other })
    expect((await create({ drawing, guest_name: 'Grace' }, viewerLink)).status).toBe(403)
  })

  test('a change replaces it, keeps it when it names none, and null removes it', async () => {
    const id = await drawn()
    expect((await update(id, { drawing: other })).json).toMatchObject({ has_drawing: true, is_edited: true })
    expect((await read(id, owner)).json).toEqual({ drawing: other })
    expect((await update(id, {})).json.has_drawing).toBe(true)
    expect((await read(id, owner)).json).toEqual({ drawing: other })
    expect((await update(id, { drawing: null })).json.has_drawing).toBe(false)
    expect((await read(id, owner)).json).toEqual({ drawing: null })
    expect((await update(id, { drawing })).json.has_drawing).toBe(true)
    expect((await update(id, { drawing: other }, colleague)).status).toBe(403)
    expect((await read(id, owner)).json).toEqual({ drawing })
  })

  test('is deleted with its drawing', async () => {
    const id = await drawn()
    await server.delete(`/api/quick-review/comments/${video}/${id}`, owner)
    expect(await server.db.selectFrom('drawings').select('shapes').where('comment_id', '=', id).execute()).toEqual([])
  })

  test('that is sent again with its key is the same only with the same drawing', async () => {
    const sent = { drawing, idempotency_key: randomUUID() }
    const { id } = (await create(sent)).json
    expect((await create(sent)).json.id).toBe(id)
    for (const changed of [null, undefined, other, { v: 1, shapes: [pen, arrow] }]) {
      const { status, json } = await create({ ...sent, drawing: changed })
      expect([status, json.code]).toEqual([409, 'idempotency_key_reused'])
    }
    await update(id, { drawing: other })
    expect((await create(sent)).json).toMatchObject({ id, content: 'Cut there' })
  })

  test('events name it without its shapes', async () => {
    const stream = await openEvents(server.base, video, guest)
    const id = await drawn()
    // On a busy machine the event of an earlier comment may still come.
    const own = () => stream.events.filter(({ data }) => data.comment?.id === id)
    await expect.poll(own).toHaveLength(1)
    expect(own()).toMatchObject([{ event: 'comment', data: { comment: { has_drawing: true } } }])
    expect(JSON.stringify(stream.events)).not.toContain('shapes')
    stream.close()
  })
})

describe('a drawing that is not right', () => {
  test('is refused on a reply', async () => {
    const { id } = await server.aComment(owner, video)
    const reply = await server.aComment(owner, video, { parent_comment_id: id, drawing: null })
    expect((await create({ parent_comment_id: id, drawing })).json).toMatchObject({
      status: 400,
      fields: { drawing: 'A reply has no drawing' },
    })
    expect((await update(reply.id, { drawing })).json).toMatchObject({
      status: 400,
      fields: { drawing: expect.any(String) },
    })
    expect((await update(reply.id, { drawing: null })).status).toBe(200)
  })

  test('is refused 500 times in 500 ways, and nothing of it is stored', async () => {
    const { id } = await server.aComment(owner, video)
    const random = randomNumbers(36)
    for (let round = 0; round < 500; round += 1) {
      const body = `{"content":"Cut","start_time":1,"drawing":${hostile(random)}}`
      const { status, json } = await sendText(round % 2 === 0 ? null : id, body)
      const fields = Object.keys(json.fields ?? {})
      expect(
        [status, fields.length > 0 && fields.every((field) => /^drawing(\.|$)/.test(field))],
        body.slice(0, 300),
      ).toEqual([400, true])
    }
    expect((await read(id, owner)).json).toEqual({ drawing: null })
  })

  test('a huge one gets a short answer', async () => {
    for (const shapes of [
      Array(150).fill({ ...pen, p: Array(4_000).fill(9) }),
      [{ ...pen, p: Array(4_000).fill(9) }],
    ]) {
      const { status, json } = await create({ drawing: { v: 1, shapes } })
      expect([status, JSON.stringify(json).length < 10_000]).toEqual([400, true])
    }
  })

  test('markup and scripts in a text are text', async () => {
    for (const words of [
      '<img src=x onerror=alert(1)>',
      '</text><script>alert(1)</script>',
      '&lt;b&gt; مرحبا 👩🏽‍🚀',
      '{{7*7}} %00 \\u003cb>',
    ]) {
      const { id } = (await create({ drawing: { v: 1, shapes: [{ ...text, text: words }] } })).json
      expect((await read(id, owner)).json.drawing.shapes[0].text).toBe(words)
    }
  })
})

/** Sends a body as it is, since no object holds numbers such as 1e999. @param id comment to change; null writes one */
async function sendText(id: string | null, body: string) {
  const url = id === null ? `create-comment/${video}` : `update-comment/${video}/${id}`
  const answer = await fetch(`${server.base}/api/quick-review/${url}`, {
    method: id === null ? 'POST' : 'PUT',
    headers: { ...headersOf(owner), 'content-type': 'application/json' },
    body,
  })
  return { status: answer.status, json: (await answer.json()) as { fields?: Record<string, string> } }
}

/** A whole drawing with one thing wrong, as JSON. */
function hostile(random: () => number): string {
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T
  const outside = () =>
    pick(['-0.0001', '1.0001', '1e999', '-1e999', 'null', '"0.5"', '[]', '{}', 'true', `${1 + random() * 1e6}`])
  const shape = { ...pick<Shape>([arrow, text, pen, rectangle]) }
  const json = JSON.stringify(shape)
  const whole = (changed: string) => `{"v":1,"shapes":[${JSON.stringify(arrow)},${changed}]}`
  const wrongs: readonly (() => string)[] = [
    () => whole(json.replace(/"p":\[[^,\]]+/, `"p":[${outside()}`)),
    () =>
      whole(json.replace(/"t":"\w+"/, `"t":${pick(['"brush"', '"script"', '1', 'null', '["pen"]', '"__proto__"'])}`)),
    () => whole(json.replace(/"c":"\w+"/, `"c":${pick(['"pink"', '"#ff0000"', '"url(x)"', '7', 'null', '"red;x"'])}`)),
    () => whole(json.replace(/"p":\[/, `"p":[${random().toFixed(4)},`)),
    () =>
      whole(json.replace(/"p":\[[^\]]*\]/, `"p":${pick(['[]', 'null', '"0,0"', '{"0":1}', '[0.5]', '{"length":2}'])}`)),
    () =>
      whole(
        json.replace(/"([ws])":[\d.]+/, (_, name) => `"${name}":${pick(['0', '-1', '2', '1e999', 'null', '"1"'])}`),
      ),
    () => whole(json.replace('}', `,"${pick(['onload', 'href', 'style', 'x', 'xlink:href'])}":"alert(1)"}`)),
    () => whole(pick(['null', '7', '"pen"', '[]', '{}', '[[]]', 'true'])),
    () => whole(JSON.stringify({ ...text, text: pick(['', ' ', 'x'.repeat(201), 'a\0b', 'a\nb', null, 7, ['a']]) })),
    () => whole(JSON.stringify({ ...pen, p: Array(4_002).fill(0.5) })),
    () => JSON.stringify({ v: 1, shapes: Array(201).fill(arrow) }),
    () => JSON.stringify({ v: 1, shapes: Array(6).fill({ ...pen, p: Array(4_000).fill(0.1234) }) }),
    () => JSON.stringify({ v: pick<unknown>([0, 2, '1', null, undefined]), shapes: [shape] }),
    () => JSON.stringify({ v: 1, shapes: pick<unknown>([[], {}, null, 'x', 1, undefined]) }),
    () => JSON.stringify({ ...drawing, extra: random() }),
    () => pick(['7', '"{}"', '[]', 'true', '{}', '""', '0', 'false']),
  ]
  return pick(wrongs)()
}
