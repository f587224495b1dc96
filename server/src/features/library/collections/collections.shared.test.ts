import { afterAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { daysAgo, NIL, startProduct } from '../../../../test/product.ts'
import { startTeam } from '../../../../test/team.ts'

const { server, owner, colleague, stranger } = await startTeam('FREE')
afterAll(() => server.close())

const ids = (answer: { json: { indexes: { id: string }[] } }) => answer.json.indexes.map(({ id }) => id)
const names = (answer: { json: { indexes: { name: string }[] } }) => answer.json.indexes.map(({ name }) => name)

describe('GET /api/indexes', () => {
  test('requires authentication', async () => {
    for (const url of ['/api/indexes', '/api/sample_indexes', `/api/indexes/${NIL}`])
      expect((await server.get(url)).status).toBe(401)
  })

  test('lists the company’s search collections, newest first, and nobody else’s', async () => {
    const person = await server.person({ company_id: await server.company() })
    const old = await server.aCollection(person, { created_at: daysAgo(40) })
    const fresh = await server.aCollection(person)
    const review = await server.aCollection(person, { kind: 'review' })
    const sample = await server.aCollection(null)
    const listed = await server.get('/api/indexes', person)
    expect(ids(listed)).toEqual([fresh, old])
    expect(ids(listed)).not.toContain(review)
    expect(ids(await server.get('/api/sample_indexes', person))).toContain(sample)
    expect(ids(await server.get('/api/indexes', stranger))).toEqual([])
  })

  test('shows the number of videos, their total length and the latest picture', async () => {
    const id = await server.aCollection(owner)
    await server.aVideo(owner, id, { duration: 61.5, thumbnail_key: 'videos/a/poster.jpg', created_at: daysAgo(2) })
    await server.aVideo(owner, id, { duration: 10, thumbnail_key: 'videos/b/poster.jpg', created_at: daysAgo(1) })
    await server.aVideo(owner, id, { status: 'PENDING' })
    const listed = (await server.get('/api/indexes', owner)).json.indexes.find((row: { id: string }) => row.id === id)
    expect(listed).toMatchObject({
      user_id: owner.id,
      num_videos: 3,
      total_duration: 71.5,
      kind: 'search',
      sample: false,
    })
    expect(listed.latest_thumbnail).toMatch(/^\/api\/files\/videos\/b\/poster\.jpg\?expires=/)
  })
})

describe('GET /api/indexes/{id}', () => {
  test('answers a stranger, an unknown and an ill-formed id alike', async () => {
    const id = await server.aCollection(owner)
    const answers = await Promise.all(
      [id, NIL, 'nonsense', '%00'].map((each) => server.get(`/api/indexes/${each}`, stranger)),
    )
    for (const answer of answers) expect([answer.status, answer.text]).toEqual([404, answers[0]!.text])
  })

  test('shows the collection with its videos, newest first, to every member of the company', async () => {
    const id = await server.aCollection(owner, { visual: true, ocr: true, audio: false })
    const first = await server.aVideo(owner, id, { created_at: daysAgo(1) })
    const second = await server.aVideo(owner, id)
    const answer = (await server.get(`/api/indexes/${id}`, colleague)).json
    expect(answer).toMatchObject({ visual: true, ocr: true, audio: false, expired: false })
    expect(answer.videos.map((video: { id: string }) => video.id)).toEqual([second, first])
    expect(answer.collection.can).toEqual({ rename: false, delete: false, upload: false })
  })

  test('a review collection has its transcript only', async () => {
    const id = await server.aCollection(owner, { kind: 'review', visual: true, ocr: true })
    expect((await server.get(`/api/indexes/${id}`, owner)).json).toMatchObject({
      visual: false,
      ocr: false,
      audio: true,
      collection: { kind: 'review' },
    })
  })

  test('a sample belongs to nobody; everyone sees it and nobody changes it', async () => {
    const id = await server.aCollection(null, { created_at: daysAgo(400) })
    await server.aVideo(null, id)
    const answer = (await server.get(`/api/indexes/${id}`, stranger)).json
    expect(answer.collection).toMatchObject({
      user_id: NIL,
      sample: true,
      expired: false,
      can: { rename: false, delete: false, upload: false },
    })
    expect(answer.videos[0]).toMatchObject({ user_id: NIL, can: { open: true, delete: false, retry: false } })
  })

  test('after 30 days on the free plan it is expired: listed, but closed to every use', async () => {
    const id = await server.aCollection(owner, { created_at: daysAgo(31) })
    await server.aVideo(owner, id, { thumbnail_key: 'videos/a/poster.jpg' })
    const answer = await server.get(`/api/indexes/${id}`, owner)
    expect(answer.status).toBe(200)
    const { collection, videos, expired } = answer.json
    expect(expired).toBe(true)
    expect(collection).toMatchObject({ expired: true, can: { rename: false, delete: false, upload: false } })
    expect(videos[0]).toMatchObject({
      stream_url: null,
      file_url: null,
      can: { open: false, review: false, delete: false },
    })
    expect(videos[0].thumbnail_url).not.toBeNull()
  })

  test('an upgrade lifts expiry, and so does BILLING=off', async () => {
    const person = await server.person({ company_id: await server.company('PRO') })
    const id = await server.aCollection(person, { created_at: daysAgo(31) })
    expect((await server.get(`/api/indexes/${id}`, person)).json.expired).toBe(false)
    const unbilled = await startProduct({ settings: { BILLING: 'off' } })
    try {
      const free = await unbilled.person({ company_id: await unbilled.company('FREE') })
      const old = await unbilled.aCollection(free, { created_at: daysAgo(31) })
      expect((await unbilled.get(`/api/indexes/${old}`, free)).json.expired).toBe(false)
      expect((await unbilled.get('/api/get_usage', free)).json).toEqual({ usage: null, minutes_allotted: null })
    } finally {
      await unbilled.close()
    }
  })
})

describe('POST /api/create_index', () => {
  const create = (payload: object, person?: Person) => server.post('/api/create_index', payload, person)

  test('requires authentication', async () => {
    expect((await create({ index_name: 'Matches' })).status).toBe(401)
  })

  test('creates a collection with visual and conversation on, text off', async () => {
    const answer = await create({ index_name: '  Matches ' }, owner)
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({
      name: 'Matches',
      user_id: owner.id,
      num_videos: 0,
      total_duration: 0,
      latest_thumbnail: null,
      visual: true,
      audio: true,
      ocr: false,
      can: { rename: true, delete: true, upload: true },
    })
    expect((await create({ index_name: 'Matches' }, owner)).json.id).not.toBe(answer.json.id)
  })

  test('needs a name and at least one modality', async () => {
    for (const index_name of ['', '   ', undefined, null, 7])
      expect((await create({ index_name }, owner)).json).toMatchObject({
        code: 'validation_failed',
        detail: 'Index name is required',
      })
    const none = await create(
      { index_name: 'x', process_visual: false, process_audio: false, process_ocr: false },
      owner,
    )
    expect([none.status, none.json.detail]).toEqual([400, 'At least one processing option must be selected'])
  })
})

describe('POST /api/rename-collection', () => {
  const rename = (id: string, person?: Person, new_name = 'Finals') =>
    server.post('/api/rename-collection', { id, new_name }, person)

  test('requires authentication', async () => {
    expect((await rename(NIL)).status).toBe(401)
  })

  test('only the owner may', async () => {
    const id = await server.aCollection(owner)
    expect((await rename(id, stranger)).status).toBe(404)
    expect((await rename(id, colleague)).json).toMatchObject({ status: 403, code: 'forbidden' })
    const done = await rename(id, owner, '  Finals  ')
    expect([done.status, done.json]).toEqual([200, { message: 'Successfully renamed collection' }])
    expect(names(await server.get('/api/indexes', owner))).toContain('Finals')
    expect((await rename(id, owner, '  ')).status).toBe(400)
  })

  test('refuses samples and expired collections', async () => {
    expect((await rename(await server.aCollection(null), owner)).json.code).toBe('forbidden')
    const old = await server.aCollection(owner, { created_at: daysAgo(31) })
    expect((await rename(old, owner)).json).toMatchObject({ status: 403, code: 'collection_expired' })
  })
})

describe('POST /api/delete_index', () => {
  const remove = (id: string, person?: Person) => server.post('/api/delete_index', { id }, person)

  test('requires authentication', async () => {
    expect((await remove(NIL)).status).toBe(401)
  })

  test('only the owner may, and never for samples and expired collections', async () => {
    const id = await server.aCollection(owner)
    expect((await remove(id, stranger)).status).toBe(404)
    expect((await remove(id, colleague)).json.code).toBe('forbidden')
    expect((await remove(await server.aCollection(null), owner)).json.code).toBe('forbidden')
    const old = await server.aCollection(owner, { created_at: daysAgo(31) })
    expect((await remove(old, owner)).json.code).toBe('collection_expired')
    expect(ids(await server.get('/api/indexes', owner))).toContain(id)
  })

  test('an empty one is deleted at once, and unknown from then on', async () => {
    const id = await server.aCollection(owner)
    expect((await remove(id, owner)).json).toEqual({ message: 'Successfully deleted collection' })
    expect((await remove(id, owner)).status).toBe(404)
    expect(await server.db.selectFrom('collections').select('id').where('id', '=', id).execute()).toEqual([])
  })

  test('one with videos is hidden at once, and each video gets a job', async () => {
    const id = await server.aCollection(owner)
    const videos = [await server.aVideo(owner, id), await server.aVideo(colleague, id, { status: 'PROCESSING_OCR' })]
    await remove(id, owner)
    expect(ids(await server.get('/api/indexes', owner))).not.toContain(id)
    expect((await server.get(`/api/indexes/${id}`, owner)).status).toBe(404)
    expect((await server.get(`/api/get_video_details/${videos[0]}`, owner)).status).toBe(404)
    expect((await remove(id, owner)).status).toBe(404)
    const jobs = (await server.jobs()).filter(({ name }) => name === 'delete-video').map(({ data }) => data)
    for (const video_id of videos) expect(jobs).toContainEqual({ video_id })
  })
})

describe('review collections', () => {
  const base = '/api/quick-review'
  const listed = async (person: Person): Promise<{ id: string }[]> =>
    (await server.get(`${base}/review_collections`, person)).json.review_collections

  test('require authentication', async () => {
    expect((await server.get(`${base}/review_collections`)).status).toBe(401)
    for (const [call, body] of [
      ['create_review_collection', { collection_name: 'Rushes' }],
      ['rename-collection', { id: NIL, new_name: 'x' }],
      ['delete_collection', { id: NIL }],
    ] as const)
      expect((await server.post(`${base}/${call}`, body)).status).toBe(401)
  })

  test('are created, and listed separately from search collections and samples, newest first', async () => {
    const company = await server.company('TEAM')
    const [person, member] = [
      await server.person({ company_id: company }),
      await server.person({ company_id: company }),
    ]
    const old = await server.aCollection(person, { kind: 'review', created_at: daysAgo(40) })
    await server.aCollection(person)
    await server.aCollection(null, { kind: 'review' })
    const made = await server.post(`${base}/create_review_collection`, { collection_name: '  Rushes ' }, person)
    expect([made.status, made.json]).toEqual([
      200,
      expect.objectContaining({ name: 'Rushes', kind: 'review', user_id: person.id, num_videos: 0, sample: false }),
    ])
    const { id } = made.json
    for (const who of [person, member]) expect((await listed(who)).map((row) => row.id)).toEqual([id, old])
    expect(await listed(stranger)).not.toContainEqual(expect.objectContaining({ id }))
    expect(ids(await server.get('/api/indexes', person))).not.toContain(id)
    expect((await server.get(`/api/indexes/${id}`, member)).json).toMatchObject({
      visual: false,
      ocr: false,
      audio: true,
      collection: { can: { rename: false, delete: false, upload: true } },
    })
  })

  test('need a name', async () => {
    for (const collection_name of ['', '  ', undefined, null, 7, 'x'.repeat(121)])
      expect((await server.post(`${base}/create_review_collection`, { collection_name }, owner)).json).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
  })

  test('are renamed and deleted by their owner, by the calls of either kind', async () => {
    for (const [rename, remove] of [
      [`${base}/rename-collection`, `${base}/delete_collection`],
      ['/api/rename-collection', '/api/delete_index'],
    ] as const) {
      const id = await server.aCollection(owner, { kind: 'review' })
      for (const [call, body] of [[rename, { id, new_name: 'Finals' }] as const, [remove, { id }] as const]) {
        expect((await server.post(call, body, colleague)).json.code).toBe('forbidden')
        expect((await server.post(call, body, stranger)).status).toBe(404)
      }
      expect((await server.post(rename, { id, new_name: ' Finals ' }, owner)).json).toEqual({
        message: 'Successfully renamed collection',
      })
      expect(await listed(owner)).toContainEqual(expect.objectContaining({ id, name: 'Finals' }))
      expect((await server.post(remove, { id }, owner)).status).toBe(200)
      expect((await server.post(remove, { id }, owner)).status).toBe(404)
    }
    const old = await server.aCollection(owner, { kind: 'review', created_at: daysAgo(31) })
    expect((await server.post(`${base}/delete_collection`, { id: old }, owner)).json.code).toBe('collection_expired')
  })
})

test('no value of any field of a collection call makes the server fail', async () => {
  const id = await server.aCollection(owner)
  const calls: Record<string, object> = {
    '/api/create_index': { index_name: 'x', process_visual: true, process_ocr: true, process_audio: true },
    '/api/rename-collection': { id, new_name: 'x' },
    '/api/delete_index': { id: NIL },
  }
  const values = [{}, [], [{}], 7, -1.5, null, true, '', '\0', 'a\0b', '\ud800', 'x'.repeat(1_000_000), undefined]
  for (const [url, good] of Object.entries(calls))
    for (const field of Object.keys(good))
      for (const value of values) {
        const answer = await server.post(url, { ...good, [field]: value }, owner)
        expect(answer.status, `${url} ${field} ${String(value).slice(0, 20)}`).toBeLessThan(500)
      }
  for (const value of ['%00', '%', 'x'.repeat(10_000), '..%2f..', '%ff', `${id}%00`])
    expect((await server.get(`/api/indexes/${value}`, owner)).status).toBeLessThan(500)
})
