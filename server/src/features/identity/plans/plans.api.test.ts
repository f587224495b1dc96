import { afterAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { silentLog, startProduct } from '../../../../test/product.ts'
import { deleteVideo } from '../../library/videos/delete-video.job.ts'

const api = await startProduct()
afterAll(() => api.close())

const current = async (person: Person) => (await api.get('/api/subscription/current', person)).json
const change = (person: Person, plan_type: string) => api.post('/api/subscription/change-plan', { plan_type }, person)
const cancel = (person: Person) => api.post('/api/subscription/cancel', {}, person)
const MONTH = 31 * 86_400
const GIB = 1024 ** 3

/** Ends a company's current period. */
const endPeriod = (person: Person) =>
  api.db
    .updateTable('subscriptions')
    .set({ period_end: new Date(Date.now() - 1000) })
    .where('company_id', '=', person.company_id)
    .execute()
const charge = (person: Person, minutes: number, created_at = new Date(), video_id: string = crypto.randomUUID()) =>
  api.db
    .insertInto('usage_charges')
    .values({
      ...{ video_id, company_id: person.company_id, user_id: person.id },
      ...{ file_name: 'a.mp4', seconds: minutes * 60, bytes: 1, created_at },
    })
    .execute()

describe('without Stripe', () => {
  test('an upgrade starts at once', async () => {
    const admin = await api.person()
    expect(await current(admin)).toMatchObject({
      ...{ type: 'FREE', status: 'active', current_period_end: null, processing_minutes: 60, storage: 5 * GIB },
      current_usage: { minutes_used: 0, minutes_allotted: 60, storage_used: 0, seats_used: 1, seats_allotted: 1 },
    })
    const answer = await change(admin, 'PRO')
    expect(answer.json).toEqual({ checkout_url: null, status: 'active', message: 'Your plan is Pro now.' })
    const pro = await current(admin)
    expect(pro).toMatchObject({ type: 'PRO', status: 'active', processing_minutes: 600, next_plan: null })
    const days = (pro.current_period_end - Date.now() / 1000) / 86_400
    expect(days).toBeGreaterThan(27)
    expect(days).toBeLessThanOrEqual(31)
    const again = await change(admin, 'PRO')
    expect([again.status, again.json.code]).toEqual([409, 'same_plan'])
    expect((await change(admin, 'TEAM')).json.status).toBe('active')
  })

  test('a downgrade starts at the end of the period, and can be withdrawn until then', async () => {
    const admin = await api.person(undefined, 'TEAM')
    expect((await change(admin, 'PRO')).json.status).toBe('downgrading')
    expect(await current(admin)).toMatchObject({ type: 'TEAM', status: 'downgrading', next_plan: 'PRO' })
    expect((await change(admin, 'PRO')).json.code).toBe('same_plan')
    expect((await change(admin, 'TEAM')).json).toMatchObject({ status: 'active', message: 'Your plan stays Team.' })
    await change(admin, 'PRO')
    await endPeriod(admin)
    expect(await current(admin)).toMatchObject({ type: 'PRO', status: 'active', next_plan: null })
  })

  test('a cancellation ends in the free plan at the end of the period; FREE cannot be cancelled', async () => {
    const admin = await api.person(undefined, 'PRO')
    for (let again = 0; again < 2; again += 1)
      expect((await cancel(admin)).json).toEqual({ message: 'Subscription cancelled successfully' })
    expect(await current(admin)).toMatchObject({ type: 'PRO', status: 'downgrading', next_plan: 'FREE' })
    await endPeriod(admin)
    expect(await current(admin)).toMatchObject({ type: 'FREE', status: 'active', current_period_end: null })
    const refused = await cancel(admin)
    expect([refused.status, refused.json.code]).toEqual([409, 'nothing_to_cancel'])
  })

  test('monthly minutes renew with the period and do not roll over; free ones are given once', async () => {
    const admin = await api.person()
    await charge(admin, 40, new Date(Date.now() - 3 * MONTH * 1000))
    expect((await api.get('/api/get_usage', admin)).json).toEqual({ usage: 40, minutes_allotted: 60 })
    await change(admin, 'PRO')
    expect((await api.get('/api/get_usage', admin)).json).toEqual({ usage: 0, minutes_allotted: 600 })
    await api.db
      .updateTable('subscriptions')
      .set({ period_start: new Date(Date.now() - 2 * MONTH * 1000) })
      .where('company_id', '=', admin.company_id)
      .execute()
    await charge(admin, 100, new Date(Date.now() - 1.5 * MONTH * 1000))
    await charge(admin, 7)
    expect((await api.get('/api/get_usage', admin)).json).toEqual({ usage: 7, minutes_allotted: 600 })
    // FREE counts all minutes that the company ever used.
    await cancel(admin)
    await endPeriod(admin)
    expect((await api.get('/api/get_usage', admin)).json).toEqual({ usage: 147, minutes_allotted: 60 })
  })

  test('deleting a video or its collection returns no minutes', async () => {
    const admin = await api.person()
    const { collection_id, video_id } = await api.aCollectionWithVideo(admin)
    const other = await api.aCollectionWithVideo(admin)
    await charge(admin, 12, new Date(), video_id)
    await charge(admin, 5, new Date(), other.video_id)
    const body = { id: video_id, index_id: collection_id, file_extension: 'mp4' }
    expect((await api.post('/api/delete_video', body, admin)).status).toBe(200)
    expect((await api.post('/api/delete_index', { id: other.collection_id }, admin)).status).toBe(200)
    const context = { signal: AbortSignal.timeout(60_000), log: silentLog, starts: 1, last_attempt: false }
    for (const id of [video_id, other.video_id]) await deleteVideo(api)({ video_id: id }, context)
    expect((await api.get(`/api/get_video_details/${video_id}`, admin)).status).toBe(404)
    expect((await api.get('/api/get_usage', admin)).json).toEqual({ usage: 17, minutes_allotted: 60 })
    expect((await api.get('/api/company/usage_history', admin)).json.items).toHaveLength(2)
  })

  test('usage beyond a smaller plan stays and is shown; nothing can be added', async () => {
    const admin = await api.person(undefined, 'TEAM')
    const { collection_id, video_id } = await api.aCollectionWithVideo(admin)
    await api.person(admin)
    await api.db
      .updateTable('videos')
      .set({ file_size: 6 * GIB })
      .where('id', '=', video_id)
      .execute()
    await charge(admin, 100)
    expect((await current(admin)).over_limit).toEqual([])
    await cancel(admin)
    await endPeriod(admin)
    expect((await current(admin)).over_limit).toEqual(['storage', 'minutes', 'seats'])
    const { company_details } = (await api.get('/api/company/company_details', admin)).json
    expect(company_details.over_limit).toEqual(['storage', 'minutes', 'seats'])
    const file = { index_id: collection_id, file_type: 'video/mp4', file_extension: 'mp4', file_size: 5 }
    expect((await api.post('/api/upload', file, admin)).json.code).toBe('limit_storage')
    const invitation = await api.post('/api/company/invite_users', { emails: ['x@example.org'] }, admin)
    expect(invitation.json.code).toBe('limit_seats')
    const { videos } = (await api.get(`/api/indexes/${collection_id}`, admin)).json
    expect(videos).toHaveLength(1)
    expect((await api.get(`/api/generate-download-url/${video_id}`, admin)).status).toBe(200)
  })

  test('members beyond the seats of a smaller plan may read everything and change nothing, until the plan is larger', async () => {
    const admin = await api.person(undefined, 'TEAM')
    const member = await api.person(admin)
    const { collection_id, video_id } = await api.aCollectionWithVideo(member)
    await api.db.updateTable('videos').set({ status: 'ERROR' }).where('id', '=', video_id).execute()
    const { video_id: ready } = await api.aCollectionWithVideo(member)
    const say = (as: Person) =>
      api.post(`/api/quick-review/create-comment/${ready}`, { content: 'Longer', start_time: 1 }, as)
    const comment = (await say(member)).json
    const choices = { process_visual: true, process_ocr: false, process_audio: false }
    const file = { index_id: collection_id, file_type: 'video/mp4', file_extension: 'mp4', file_size: 5 }
    const { file_id } = (await api.post('/api/upload', file, member)).json
    const record = { ...file, file_id, file_name: 'a.mp4', file_url: 'https://example.org/a' }
    const changes = [
      () => api.post('/api/create_index', { index_name: 'New', ...choices }, member),
      () => api.post('/api/quick-review/create_review_collection', { collection_name: 'New' }, member),
      () => api.post('/api/rename-collection', { id: collection_id, new_name: 'Other' }, member),
      () => api.post('/api/delete_index', { id: collection_id }, member),
      () => api.post('/api/upload', file, member),
      () => api.post('/api/add_records', record, member),
      () => api.post('/api/delete_video', { id: video_id, index_id: collection_id, file_extension: 'mp4' }, member),
      () => api.post('/api/retry-indexing', { video_id }, member),
      () => say(member),
      () => api.delete(`/api/quick-review/comments/${ready}/${comment.id}`, member),
      () =>
        api.post(
          `/api/sharing_router/create-share-link/${ready}`,
          { permission: 'viewer', expires_in_days: null },
          member,
        ),
    ]
    expect((await current(member)).read_only).toBe(false)
    await api.aLink(member, ready)
    await cancel(admin)
    await endPeriod(admin)
    for (const change of changes) {
      const { status, json } = await change()
      expect([status, json.code]).toEqual([403, 'limit_seats'])
      expect(json.detail).toContain('Ask an admin for a larger plan')
    }
    expect([(await current(member)).read_only, (await current(admin)).read_only]).toEqual([true, false])
    const { users } = (await api.get('/api/company/company_details', admin)).json
    expect(users.map((user: { read_only: boolean }) => user.read_only)).toEqual([false, true])
    const detail = (await api.get(`/api/indexes/${collection_id}`, member)).json
    expect(detail.collection.can).toEqual({ rename: false, delete: false, upload: false })
    expect(detail.videos[0].can).toMatchObject({ delete: false, retry: false })
    const video = (await api.get(`/api/get_video_details/${ready}`, member)).json
    expect(video.can).toMatchObject({ open: true, comment: false, share: false })
    // Links that they made stay theirs to end.
    const { share_links } = (await api.get(`/api/sharing_router/share-links/${ready}`, member)).json
    expect(share_links).toHaveLength(1)
    expect((await api.delete(`/api/sharing_router/share-links/${share_links[0].id}`, member)).status).toBe(200)
    const clip = await api.post('/api/download_clip', { video_id: ready, start_time: 1, end_time: 2 }, member)
    expect(clip.status).toBe(200)
    expect((await say(admin)).status).toBe(200)
    // A member who leaves or becomes an admin frees a seat; a larger plan has one for everybody.
    await api.post('/api/company/make_admin', { email: member.email }, admin)
    expect((await current(member)).read_only).toBe(true)
    await change(admin, 'TEAM')
    expect((await say(member)).status).toBe(200)
    expect((await api.get(`/api/indexes/${collection_id}`, member)).json.collection.can.upload).toBe(true)
  })

  test('seats go to admins first, then by date of joining', async () => {
    const first = await api.person(undefined, 'TEAM')
    const members = [await api.person(first), await api.person(first), await api.person(first)]
    await api.post('/api/company/make_admin', { email: members[2]!.email }, first)
    const readOnly = async () =>
      await Promise.all([first, ...members].map(async (person) => (await current(person)).read_only))
    expect(await readOnly()).toEqual([false, false, false, false])
    await change(first, 'PRO')
    await endPeriod(first)
    expect(await readOnly()).toEqual([false, true, true, true])
    await api.db.updateTable('users').set({ is_admin: false }).where('id', '=', first.id).execute()
    expect(await readOnly()).toEqual([true, true, true, false])
    const { key } = (await api.post('/api/api_keys', { name: 'Script', scopes: ['read', 'write'] }, members[0]!)).json
    const choices = { process_visual: true, process_ocr: false, process_audio: false }
    const made = await api.post('/api/create_index', { index_name: 'New', ...choices }, { access: key })
    expect(made.json.code).toBe('limit_seats')
  })

  test('there is no portal and no webhook, and an unknown plan is refused', async () => {
    const admin = await api.person()
    expect((await api.post('/api/subscription/portal', {}, admin)).json.code).toBe('payments_off')
    expect((await api.post('/api/stripe/webhook', {})).status).toBe(404)
    const unknown = await change(admin, 'ENTERPRISE')
    expect([unknown.status, unknown.json.fields]).toEqual([400, { plan_type: 'There is no such plan' }])
  })
})
