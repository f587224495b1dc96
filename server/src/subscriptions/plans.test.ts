import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWholeApi, type WholeApi } from '../../test/whole-api.ts'

let api: WholeApi
beforeAll(async () => {
  api = await startWholeApi()
})
afterAll(() => api.close())

type Person = Awaited<ReturnType<WholeApi['person']>>
const current = async (person: Person) => (await api.get('/api/subscription/current', person)).json
const change = (person: Person, plan_type: string) => api.post('/api/subscription/change-plan', { plan_type }, person)
const cancel = (person: Person) => api.post('/api/subscription/cancel', {}, person)
const MONTH = 31 * 86_400
const GIB = 1024 ** 3

/** Lets a company's present period be over. */
const endPeriod = (person: Person) =>
  api.db
    .updateTable('subscriptions')
    .set({ period_end: new Date(Date.now() - 1000) })
    .where('company_id', '=', person.company_id)
    .execute()
const charge = (person: Person, minutes: number, created_at = new Date()) =>
  api.db
    .insertInto('usage_charges')
    .values({
      ...{ video_id: crypto.randomUUID(), company_id: person.company_id, user_id: person.id },
      ...{ file_name: 'a.mp4', seconds: minutes * 60, bytes: 1, created_at },
    })
    .execute()

describe('without Stripe', () => {
  test('an upgrade counts at once', async () => {
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

  test('a downgrade counts from the end of the period, and can be taken back until then', async () => {
    const admin = await api.person(undefined, 'TEAM')
    expect((await change(admin, 'PRO')).json.status).toBe('downgrading')
    expect(await current(admin)).toMatchObject({ type: 'TEAM', status: 'downgrading', next_plan: 'PRO' })
    expect((await change(admin, 'PRO')).json.code).toBe('same_plan')
    expect((await change(admin, 'TEAM')).json).toMatchObject({ status: 'active', message: 'Your plan stays Team.' })
    await change(admin, 'PRO')
    await endPeriod(admin)
    expect(await current(admin)).toMatchObject({ type: 'PRO', status: 'active', next_plan: null })
  })

  test('a cancellation ends in the free plan with the period; FREE cannot be cancelled', async () => {
    const admin = await api.person(undefined, 'PRO')
    for (let again = 0; again < 2; again += 1)
      expect((await cancel(admin)).json).toEqual({ message: 'Subscription cancelled successfully' })
    expect(await current(admin)).toMatchObject({ type: 'PRO', status: 'downgrading', next_plan: 'FREE' })
    await endPeriod(admin)
    expect(await current(admin)).toMatchObject({ type: 'FREE', status: 'active', current_period_end: null })
    const refused = await cancel(admin)
    expect([refused.status, refused.json.code]).toEqual([409, 'nothing_to_cancel'])
  })

  test('monthly minutes come back with the period and do not roll over; free ones are given once', async () => {
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
  })

  test('what is used beyond a smaller plan stays and is named; nothing can be added', async () => {
    const admin = await api.person(undefined, 'TEAM')
    const { collection_id, video_id } = await api.collectionWithVideo(admin)
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

  test('there is neither a portal nor a webhook, and a plan that does not exist is refused', async () => {
    const admin = await api.person()
    expect((await api.post('/api/subscription/portal', {}, admin)).json.code).toBe('payments_off')
    expect((await api.post('/api/stripe/webhook', {})).status).toBe(404)
    const unknown = await change(admin, 'ENTERPRISE')
    expect([unknown.status, unknown.json.fields]).toEqual([400, { plan_type: 'There is no such plan' }])
  })
})
