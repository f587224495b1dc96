import { afterAll, expect, test } from 'vitest'
import { startApiBeside } from './api-beside.ts'
import { startObjectStore } from './object-store.ts'
import { startProduct } from './product.ts'

const api = await startProduct()
const store = await startObjectStore()
const beside = await startApiBeside(api.config.database_url, {
  S3_ENDPOINT: store.settings.endpoint,
  S3_BUCKET: store.settings.bucket,
  S3_ACCESS_KEY_ID: store.settings.access_key_id,
  S3_SECRET_ACCESS_KEY: store.settings.secret_access_key,
})
afterAll(async () => {
  await beside.stop()
  await store.stop()
  await api.close()
})

const post = (address: string, body: object, access: string) =>
  fetch(`${beside.base}${address}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('while the object store is unreachable calls that need it are answered 503, the rest works, and health names it', async () => {
  const person = await api.person(undefined, 'TEAM')
  const { collection_id, video_id } = await api.aCollectionWithVideo(person)
  const place = { index_id: collection_id, file_type: 'video/mp4', file_extension: 'mp4' }
  const slot = await (await post('/api/upload', place, person.access)).json()
  const form = new FormData()
  for (const [name, value] of Object.entries<string>(slot.url.fields)) form.append(name, value)
  form.append('file', new Blob(['bytes']))
  expect((await fetch(new URL(slot.url.url, beside.base), { method: 'POST', body: form })).ok).toBe(true)
  expect((await beside.health()).json.checks).toContainEqual({ name: 'storage', state: 'ok', sentence: '' })

  await store.kill()
  const record = { index_id: collection_id, file_id: slot.file_id, file_name: 'a.mp4', file_extension: 'mp4' }
  const refused = await post('/api/add_records', record, person.access)
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true])
  expect(await refused.json()).toMatchObject({
    code: 'unavailable',
    detail: 'Footnote cannot reach its files at the moment. Please try again shortly.',
  })
  const comment = { content: 'Still here', start_time: 1 }
  expect((await post(`/api/quick-review/create-comment/${video_id}`, comment, person.access)).status).toBe(200)
  await expect.poll(beside.health).toMatchObject({ status: 503, json: { status: 'failing' } })
  const { json } = await beside.health()
  expect(json.checks.filter(({ state }: { state: string }) => state === 'fail')).toEqual([
    { name: 'storage', state: 'fail', sentence: expect.stringMatching('object store') },
  ])

  await store.restart()
  await expect.poll(async () => (await beside.health()).status).toBe(200)
  expect((await post('/api/add_records', record, person.access)).status).toBe(200)
  expect(beside.ended()).toBe(false)
})
