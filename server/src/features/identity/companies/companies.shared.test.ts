import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../../../../../seed/rows/people.ts'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { whileItWaits } from '../../../../test/locks.ts'
import { startProduct } from '../../../../test/product.ts'

const api = await startProduct()
afterAll(() => api.close())

const invite = (admin: Person, ...emails: string[]) => api.post('/api/company/invite_users', { emails }, admin)
const company = async (person: Person) => (await api.get('/api/company/company_details', person)).json
const address = () => `${randomUUID()}@example.org`

/** The last invitation mailed to an address, parsed. */
async function mailed(email: string): Promise<{ email: string; token: string; mail: string }> {
  const mail =
    (await api.outbox()).filter((text) => text.includes(`To: ${email}`) && text.includes('invites')).at(-1) ?? ''
  const link = new URL(/^X-Footnote-Link: (\S+)$/m.exec(mail)?.[1] ?? '')
  expect(link.pathname).toBe('/onboarding')
  return { email: link.searchParams.get('email') ?? '', token: link.searchParams.get('token') ?? '', mail }
}
const finish = (email: string, token: string, values: object = {}) =>
  api.post('/api/user/finish_onboarding', {
    ...{ email, token, first_name: 'Grace', last_name: 'Hopper', password: PASSWORD },
    ...values,
  })
async function join(admin: Person, email = address()) {
  expect((await invite(admin, email)).status).toBe(200)
  expect((await finish(email, (await mailed(email)).token)).status).toBe(200)
  const session = (await api.post('/api/login', { email, password: PASSWORD })).json
  return { ...session.user, ...session, email } as Person
}

describe('an invitation', () => {
  test("arrives by mail with a link that creates an account in the inviter's company", async () => {
    const admin = await api.person(undefined, 'TEAM')
    const collection = await api.aCollectionWithVideo(admin)
    const email = address()
    expect((await invite(admin, email)).json).toEqual({ message: '1 person invited', invited: [email] })
    const { token, mail, ...link } = await mailed(email)
    expect(link.email).toBe(email)
    expect(mail).toContain('Content-Transfer-Encoding: 7bit')
    expect((await company(admin)).users.at(-1)).toEqual({
      ...{ first_name: '', last_name: '', email, verified: false, is_admin: false, read_only: false },
    })
    for (let again = 0; again < 2; again += 1)
      expect((await api.post('/api/company/is_token_valid', { email, token })).json).toEqual({ is_valid: true })
    expect((await finish(email, token)).status).toBe(200)
    const { access } = (await api.post('/api/login', { email, password: PASSWORD })).json
    const { indexes } = (await api.get('/api/indexes', { access })).json
    expect(indexes.map((one: { id: string }) => one.id)).toEqual([collection.collection_id])
    expect((await api.get('/api/get_user_details', { access })).json).toMatchObject({ is_admin: false })
    expect((await company(admin)).users.at(-1)).toMatchObject({ first_name: 'Grace', verified: true })
    const { notifications } = (await api.get('/api/get_notifications', admin)).json
    expect(notifications[0]).toMatchObject({ type: 'INVITE_ACCEPTED', actor_name: 'Grace Hopper', read: false })
  })

  test('works once, for its address, for seven days, and not after it was sent again', async () => {
    const admin = await api.person(undefined, 'TEAM')
    const [email, other] = [address(), address()]
    await invite(admin, email, other)
    const first = await mailed(email)
    const refused = async (given: string, token: string) => {
      const answer = await finish(given, token)
      expect([answer.status, answer.json.code]).toEqual([400, 'invite_invalid'])
      expect(answer.json.detail).toBe('Invalid or expired token. Please contact your workspace admin for a new invite.')
      expect((await api.post('/api/company/is_token_valid', { email: given, token })).json.is_valid).toBe(false)
    }
    await refused(other, first.token)
    await refused(email, 'nonsense')
    expect((await api.post('/api/company/resend_invite', { email }, admin)).json.message).toBe(
      'Verification email sent successfully.',
    )
    await refused(email, first.token)
    const second = await mailed(email)
    await api.db.updateTable('invitations').set({ expires_at: new Date() }).where('email', '=', email).execute()
    await refused(email, second.token)
    await api.post('/api/company/resend_invite', { email }, admin)
    const third = await mailed(email)
    const both = await Promise.all([finish(email, third.token), finish(email, third.token)])
    expect(both.map(({ status }) => status).sort()).not.toEqual([200, 200])
    await refused(email, third.token)
  })

  test('needs names and a password', async () => {
    const texts = [
      [{ first_name: ' ' }, 'First Name is required'],
      [{ last_name: '' }, 'Last Name is required'],
      [{ password: 'short' }, 'Password must be at least 8 characters long'],
    ] as const
    for (const [values, text] of texts) expect((await finish('a@example.org', 'x', values)).json.detail).toBe(text)
  })

  test("is refused as a whole for one bad address, for too many addresses, or for a member's address", async () => {
    const admin = await api.person(undefined, 'TEAM')
    const bad = await invite(admin, address(), 'not an address')
    expect([bad.status, bad.json.detail]).toEqual([400, 'Invalid email address'])
    const many = await invite(admin, ...Array.from({ length: 1000 }, address))
    expect([many.status, many.json.detail]).toEqual([400, 'At most 100 people can be invited at once'])
    expect((await invite(admin)).status).toBe(400)
    const taken = await invite(admin, address(), admin.email.toUpperCase())
    expect([taken.status, taken.json.code]).toEqual([409, 'already_member'])
    expect(taken.json.detail).toBe(`${admin.email} is in your company already.`)
    expect((await company(admin)).users).toHaveLength(1)
    const hundred = await invite(admin, ...Array.from({ length: 100 }, address))
    expect(hundred.json.invited).toHaveLength(100)
  })

  test('of somebody who signed up meanwhile says so, and one for an unverified address takes it over', async () => {
    const admin = await api.person(undefined, 'TEAM')
    const [email, unverified] = [address(), address()]
    await invite(admin, email, unverified)
    const person = { first_name: 'A', last_name: 'B', password: PASSWORD }
    await api.post('/api/signup', { ...person, email: unverified })
    await api.post('/api/signup', { ...person, email })
    const [sent] = (await api.outbox()).filter((text) => text.includes(`To: ${email}`) && text.includes('-Code'))
    const code = /^X-Footnote-Code: (\d+)$/m.exec(sent ?? '')?.[1]
    expect((await api.post('/api/verify_code', { email, code })).status).toBe(200)
    const late = await finish(email, (await mailed(email)).token)
    expect([late.status, late.json.code]).toEqual([409, 'already_member'])
    const { token } = await mailed(unverified)
    expect((await finish(unverified, token)).status).toBe(200)
    const signups = api.db.selectFrom('account_codes').select('id').where('email', '=', unverified)
    expect(await signups.execute()).toEqual([])
  })

  test("of another company's member is answered like a stranger's; the mail explains, and the link works once the account is gone", async () => {
    const [admin, member] = [await api.person(undefined, 'TEAM'), await api.person()]
    const stranger = address()
    const invited = [await invite(admin, member.email), await invite(admin, stranger)]
    expect(invited.map(({ status }) => status)).toEqual([200, 200])
    expect(invited.map(({ json }) => json.message)).toEqual(['1 person invited', '1 person invited'])
    const pending = { first_name: '', last_name: '', verified: false, is_admin: false, read_only: false }
    expect((await company(admin)).users.slice(1)).toEqual([
      { ...pending, email: member.email },
      { ...pending, email: stranger },
    ])
    const again = [member.email, stranger].map((email) => api.post('/api/company/resend_invite', { email }, admin))
    for (const { status, json } of await Promise.all(again))
      expect([status, json.message]).toEqual([200, 'Verification email sent successfully.'])
    const { token, mail } = await mailed(member.email)
    expect(mail).toContain('This address has an account in another company already')
    expect((await mailed(stranger)).mail).not.toContain('already')
    const early = await finish(member.email, token)
    expect([early.status, early.json.code]).toEqual([409, 'already_member'])
    expect((await api.post('/api/delete_account', { password: PASSWORD }, member)).status).toBe(200)
    expect((await finish(member.email, token)).status).toBe(200)
    expect((await company(admin)).users.filter(({ verified }: { verified: boolean }) => verified)).toHaveLength(2)
  })

  test('needs a seat: FREE and PRO have one, TEAM five and then as many as are paid for', async () => {
    for (const plan of ['FREE', 'PRO'] as const) {
      const refused = await invite(await api.person(undefined, plan), address())
      expect([refused.status, refused.json.code]).toEqual([403, 'limit_seats'])
    }
    const admin = await api.person(undefined, 'TEAM')
    const seats = async () => {
      const { seats_used, seats_allotted } = (await company(admin)).company_details
      return [seats_used, seats_allotted]
    }
    await invite(admin, ...Array.from({ length: 4 }, address))
    expect(await seats()).toEqual([5, 5])
    await invite(admin, address())
    expect(await seats()).toEqual([6, 6])
  })
})

describe('a member', () => {
  test('without the admin role changes nothing', async () => {
    const admin = await api.person(undefined, 'TEAM')
    const member = await join(admin)
    const calls = [
      ['/api/company/invite_users', { emails: [address()] }],
      ['/api/company/resend_invite', { email: admin.email }],
      ['/api/company/delete_user', { email: admin.email }],
      ['/api/company/make_admin', { email: member.email }],
      ['/api/subscription/change-plan', { plan_type: 'PRO' }],
      ['/api/subscription/cancel', {}],
      ['/api/subscription/portal', {}],
    ] as const
    for (const [path, body] of calls) {
      const answer = await api.post(path, body, member)
      expect([path, answer.status, answer.json.code]).toEqual([path, 403, 'forbidden'])
    }
    expect((await company(member)).users).toHaveLength(2)
  })

  test('after removal keeps the account in a company of its own; the admin who removed them gets the collections', async () => {
    const admin = await api.person(undefined, 'TEAM')
    const member = await join(admin)
    const { collection_id, video_id } = await api.aCollectionWithVideo(member)
    const { share_url } = (
      await api.post(
        `/api/sharing_router/create-share-link/${video_id}`,
        { permission: 'viewer', expires_in_days: null },
        member,
      )
    ).json
    expect((await api.post('/api/company/delete_user', { email: member.email }, admin)).json.message).toBe(
      'User removed successfully.',
    )
    const own = await company(member)
    expect(own.company_details).toMatchObject({ name: 'Grace Hopper', subscription: 'FREE' })
    expect(own.users).toMatchObject([{ email: member.email, is_admin: true }])
    expect((await api.get(`/api/indexes/${collection_id}`, member)).status).toBe(404)
    const { collection, videos } = (await api.get(`/api/indexes/${collection_id}`, admin)).json
    expect(collection.can).toEqual({ rename: true, delete: true, upload: true })
    expect(videos[0].can.delete).toBe(true)
    expect((await api.get(`/api/sharing_router/validate-share-token/${share_url.split('/').at(-1)}`)).status).toBe(404)
    expect((await company(admin)).users).toHaveLength(1)
    expect((await api.post('/api/login', { email: member.email, password: PASSWORD })).status).toBe(200)
  })

  test('a removal locks collections before their videos, as the deletion of a collection does', async () => {
    const admin = await api.person(undefined, 'TEAM')
    const member = await join(admin)
    const { collection_id, video_id } = await api.aCollectionWithVideo(member)
    const remove = () => api.post('/api/company/delete_user', { email: member.email }, admin)
    const collection = { table: 'collections', id: collection_id } as const
    const { begun } = await whileItWaits(api.db, collection, remove, { table: 'videos', id: video_id })
    expect((await begun).status).toBe(200)
  })

  test('can become an admin; nobody removes themselves, nor the last admin', async () => {
    const admin = await api.person(undefined, 'TEAM')
    const member = await join(admin)
    const remove = (email: string, by: Person) => api.post('/api/company/delete_user', { email }, by)
    expect((await remove(admin.email, admin)).json.code).toBe('last_admin')
    expect((await remove('nobody@example.org', admin)).status).toBe(404)
    expect((await api.post('/api/company/resend_invite', { email: member.email }, admin)).json.code).toBe(
      'invite_not_pending',
    )
    const pending = address()
    await invite(admin, pending)
    expect((await api.post('/api/company/make_admin', { email: pending }, admin)).json.code).toBe('invite_pending')
    expect((await remove(pending, admin)).status).toBe(200)
    expect((await api.post('/api/company/make_admin', { email: member.email }, admin)).status).toBe(200)
    expect((await remove(admin.email, admin)).json.code).toBe('own_account')
    const both = await Promise.all([remove(admin.email, member), remove(member.email, admin)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

test('the usage history lists indexed videos, newest first, also deleted ones', async () => {
  const admin = await api.person(undefined, 'TEAM')
  const { video_id } = await api.aCollectionWithVideo(admin)
  const gone = '00000000-0000-4000-8000-000000000001'
  const charge = { company_id: admin.company_id, user_id: admin.id, bytes: 5 }
  await api.db
    .insertInto('usage_charges')
    .values([
      { ...charge, video_id, file_name: 'match.mp4', seconds: 90, created_at: new Date('2026-02-01') },
      { ...charge, video_id: gone, file_name: '=1+1.mp4', seconds: 30, created_at: new Date('2026-01-01') },
    ])
    .execute()
  const { items, truncated } = (await api.get('/api/company/usage_history', admin)).json
  expect(truncated).toBe(false)
  expect(items).toMatchObject([
    { video_id, collection_name: 'Matches', minutes: 1.5, bytes: 5, email: admin.email, first_name: 'Ada' },
    { video_id: gone, file_name: '=1+1.mp4', collection_name: null, minutes: 0.5 },
  ])
  expect((await api.get('/api/company/usage_history', await api.person())).json.items).toEqual([])
})

test('without billing there are neither limits nor plans', async () => {
  const free = await startProduct({ settings: { BILLING: 'off' } })
  try {
    const admin = await free.person()
    expect((await free.post('/api/company/invite_users', { emails: [address(), address()] }, admin)).status).toBe(200)
    const { company_details } = (await free.get('/api/company/company_details', admin)).json
    expect(company_details).toMatchObject({ subscription: null, seats_allotted: null, minutes_allotted: null })
    const refused = await free.post('/api/subscription/change-plan', { plan_type: 'PRO' }, admin)
    expect([refused.status, refused.json.code]).toEqual([409, 'billing_off'])
    expect((await free.get('/api/subscription/current', admin)).json).toMatchObject({ storage: null, over_limit: [] })
    const member = await free.person(admin)
    const made = await free.post('/api/quick-review/create_review_collection', { collection_name: 'New' }, member)
    expect(made.status).toBe(200)
    expect((await free.get('/api/company/company_details', member)).json.users.at(1).read_only).toBe(false)
    expect((await free.get('/api/site')).json).toMatchObject({ billing: false, stripe: false })
  } finally {
    await free.close()
  }
})
