import { afterAll, describe, expect, test } from 'vitest'
import type { LinkHolder } from '../../../../../../seed/rows/senders.ts'
import { linksIn } from '../../../../../test/mail-parts.ts'
import { mailedGuests } from '../../../../../test/mailed-guests.ts'
import { startTeam } from '../../../../../test/team.ts'
import { mailGatheredLines } from '../../../ground/notifications/commands.ts'

const { server, owner, colleague, stranger } = await startTeam()
afterAll(() => server.close())
const collection = await server.aCollection(owner, { kind: 'review' })
const { aVideo, aVersionOf, aMailedGuest, makeLink, prove, unlock, choose, mailsOf } = mailedGuests(
  server,
  owner,
  collection,
)
const validate = async (guest: LinkHolder) =>
  (await server.get(`/api/sharing_router/validate-share-token/${guest.share_token}`, guest)).json
const change = (id: string, body: object) => server.put(`/api/sharing_router/share-links/${id}`, body, owner)
const write = (who: Parameters<typeof server.aComment>[0], video: string, content: string, parent?: { id: string }) =>
  server.aComment(who, video, { content, start_time: 5, ...(parent && { parent_comment_id: parent.id }) })
/** How many lines wait for an address; for nobody, when what had them is gone. */
const waiting = async (email: string) =>
  (
    await server.db
      .selectFrom('waiting_lines')
      .leftJoin('guest_mails', 'guest_mails.id', 'guest_mail_id')
      .where('user_id', 'is', null)
      .where((is) => is.or([is('guest_mails.email', '=', email), is('guest_mails.id', 'is', null)]))
      .selectAll('waiting_lines')
      .execute()
  ).length
const stopOf = (head: string) => new URL(/List-Unsubscribe: <([^>]+)>/.exec(head)?.[1] ?? '')
const post = (link: URL) =>
  fetch(`${server.base}${link.pathname}${link.search}`, {
    ...{ method: 'POST', body: 'List-Unsubscribe=One-Click' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

describe('a guest with a proven address', () => {
  test('gets answers in their threads in one mail, each with an address of its frame', async () => {
    const video = await aVideo()
    const kim = await aMailedGuest({ kind: 'version', ids: [video] })
    expect(await validate(kim.guest)).toMatchObject({ mail: true })
    const own = await write(kim.guest, video, 'Too dark?')
    const first = await write(colleague, video, 'Yes, a stop', own)
    const second = await write(owner, video, 'Done', own)
    await write(kim.guest, video, 'Thank you', own)
    await write(colleague, video, 'Another thread')
    expect(await mailsOf(kim, 290)).toEqual([])
    const [mail, ...others] = await mailsOf(kim)
    expect([mail?.subject, others]).toEqual(['2 comments on cut.mp4', []])
    const page = `${server.config.public_url}/shared/${kim.guest.share_token}/${video}`
    for (const answer of [first, second])
      expect(mail?.text).toContain(`\n  ${page}?t=5.000000&comment=${own.id},${answer.id}\n`)
    expect(mail?.text).toContain('Ada Lovelace replies to you: Yes, a stop')
    expect(mail?.text).not.toMatch(/Another thread|Thank you|Too dark/)
    const frames = linksIn(mail?.html ?? '').filter((link) => link.includes('comment='))
    expect(frames.every((link) => link.startsWith(`${page}?`))).toBe(true)
    expect(mail?.html).not.toContain('/notification-settings')
    await write(colleague, video, 'And another answer', own)
    expect((await mailsOf(kim)).map(({ subject }) => subject)).toEqual([
      '2 comments on cut.mp4',
      'Ada Lovelace replied in your thread on cut.mp4',
    ])
  })

  test('hears of new versions of what the link follows, the newest alone, in the same mail', async () => {
    const own = await server.aCollection(owner, { kind: 'review' })
    const [video, other] = [await aVideo({}, own), await aVideo({ file_name: 'other.mp4' }, own)]
    const kim = await aMailedGuest({ kind: 'collection', ids: [own] })
    const thread = await write(kim.guest, other, 'Longer?')
    await write(colleague, other, 'Yes', thread)
    await aVersionOf(video, 2)
    const third = await aVersionOf(video, 3)
    const [mail, ...others] = await mailsOf(kim)
    expect([mail?.subject, others]).toEqual(['1 comment on other.mp4, and 1 new version', []])
    expect(mail?.text).toContain('Version 3 of cut v3.mp4 is here')
    expect(mail?.text).toContain(`/shared/${kim.guest.share_token}/${third}\n`)
    expect(mail?.text).not.toContain('Version 2')
  })

  test('hears of the newest version of a stack and of chosen videos, and of none by a link to one version', async () => {
    const video = await aVideo()
    const [stack, set, version] = [
      await aMailedGuest({ kind: 'stack', ids: [video] }),
      await aMailedGuest({ kind: 'set', ids: [video] }),
      await aMailedGuest({ kind: 'version', ids: [video] }),
    ]
    await aVersionOf(video, 2)
    const subjects = async (who: { email: string }) => (await mailsOf(who)).map(({ subject }) => subject)
    const news = ['Version 2 of cut v2.mp4 is here']
    expect([await subjects(stack), await subjects(set), await subjects(version)]).toEqual([news, news, []])
  })

  test('has one choice in all their browsers, and gets one mail', async () => {
    const video = await aVideo()
    const kim = await aMailedGuest({ kind: 'stack', ids: [video] })
    const phone = await prove({ share_token: kim.guest.share_token, guest_key: 'a phone' }, kim.email)
    expect((await validate(phone)).mail).toBe(true)
    expect((await choose(phone, true)).json).toEqual({ mail: true })
    const own = await write(kim.guest, video, 'From the desk')
    await write(phone, video, 'From the phone', own)
    expect(await mailsOf(kim)).toEqual([])
    await write(colleague, video, 'To both', own)
    await aVersionOf(video, 2)
    expect(await mailsOf(kim)).toHaveLength(1)
  })

  test('may be the person for whom a link was made', async () => {
    const video = await aVideo()
    const email = 'jun@client.example'
    const reviewers = [{ email, name: 'Jun' }]
    await server.put(`/api/quick-review/approvals/${video}`, { reviewers, due_at: null, message: '' }, owner)
    const asked = (await server.outbox()).findLast((mail) => mail.includes(`To: ${email}`)) ?? ''
    const jun = { share_token: /\/shared\/(\S+)/.exec(asked)?.[1] ?? '', guest_key: 'a browser' }
    expect((await validate(jun)).mail).toBe(false)
    expect((await choose(jun, true)).status).toBe(200)
    const own = await write(jun, video, 'Almost')
    await write(colleague, video, 'What is missing?', own)
    const subjects = (await mailsOf({ email })).map(({ subject }) => subject)
    expect(subjects).toContain('Ada Lovelace replied in your thread on cut.mp4')
  })
})

describe('nobody else can choose mails', () => {
  test.each(['none', 'optional', 'required'])('by a link with the rule %s', async (email_rule) => {
    const { guest } = await makeLink({ kind: 'version', ids: [await aVideo()], email_rule })
    const inside = await unlock(guest, { name: 'Kim', email: 'kim@client.example' })
    expect((await validate(inside)).mail).toBeNull()
    const answer = await choose(inside, true)
    expect([answer.status, answer.json.code]).toEqual([403, 'forbidden'])
    expect(
      await server.db.selectFrom('guest_mails').selectAll().where('email', '=', 'kim@client.example').execute(),
    ).toEqual([])
  })

  test('before the code is typed, without a link, or in another browser', async () => {
    const { guest } = await makeLink({ kind: 'version', ids: [await aVideo()] })
    expect([(await choose(guest, true)).json.code, (await validate(guest)).mail]).toEqual(['link_locked', null])
    expect((await server.put('/api/sharing_router/mail', { mail: true }, owner)).status).toBe(401)
    const kim = await aMailedGuest({ kind: 'version', ids: [await aVideo()] })
    await change(kim.id, { email_rule: 'none' })
    const other = { share_token: kim.guest.share_token, guest_key: 'another browser' }
    expect([(await choose(other, true)).status, (await validate(other)).mail]).toEqual([403, null])
    expect((await choose({ share_token: kim.guest.share_token }, false)).status).toBe(403)
    expect((await validate(kim.guest)).mail).toBe(true)
  })

  test('by a link whose address cannot be had again', async () => {
    const kim = await aMailedGuest({ kind: 'version', ids: [await aVideo()] })
    await server.db.updateTable('share_links').set({ token_sealed: null }).where('id', '=', kim.id).execute()
    expect([(await choose(kim.guest, true)).status, (await validate(kim.guest)).mail]).toEqual([403, null])
  })
})

describe('a mail has only what the link shows when it is made', () => {
  /** A guest with a thread that somebody has answered. */
  async function answered(body: object = {}) {
    const video = await aVideo()
    const kim = await aMailedGuest({ kind: 'version', ids: [video], ...body })
    const own = await write(kim.guest, video, 'Too dark?')
    const answer = await write(colleague, video, 'Yes', own)
    return { video, kim, own, answer }
  }
  const later = () => new Date(Date.now() + 301_000)

  test('no answer that was deleted meanwhile', async () => {
    const { kim, video, own, answer } = await answered()
    await write(colleague, video, 'It is done', own)
    await server.delete(`/api/quick-review/comments/${video}/${answer.id}`, colleague)
    const [mail] = await mailsOf(kim)
    expect(mail?.text).toContain('It is done')
    expect(mail?.text).not.toContain('Yes')
  })

  test('no comment of a thread that is for the team alone', async () => {
    const { kim, video } = await answered()
    await server.db.updateTable('comments').set({ visibility: 'team' }).where('video_id', '=', video).execute()
    expect(await mailsOf(kim)).toEqual([])
  })

  test.each<[string, (at: Awaited<ReturnType<typeof answered>>) => Promise<unknown>]>([
    ['was revoked', ({ kim }) => server.delete(`/api/sharing_router/share-links/${kim.id}`, owner)],
    ['has expired', ({ kim }) => expire(kim.id)],
    ['has another password', ({ kim }) => change(kim.id, { password: 'autumn leaves' })],
    ['lets in other addresses', ({ kim }) => change(kim.id, { emails_allowed: ['@other.example'] })],
    ['shows another video', async ({ kim }) => change(kim.id, { kind: 'version', ids: [await aVideo()] })],
    ['is used up', ({ kim }) => useUp(kim.id)],
    ['shows a deleted video', ({ video }) => server.post('/api/delete_video', { id: video }, owner)],
  ])('nothing once the link %s', async (_, end) => {
    for (const handed_over of [false, true]) {
      const at = await answered()
      if (handed_over) await mailGatheredLines(server, later())
      await end(at)
      expect(await mailsOf(at.kim), String(handed_over)).toEqual([])
      expect(await waiting(at.kim.email)).toBe(0)
    }
  })

  test('nothing once its maker has left the company', async () => {
    const { kim } = await answered()
    const { company_id } = stranger
    await server.db.updateTable('share_links').set({ user_id: colleague.id }).where('id', '=', kim.id).execute()
    await server.db.updateTable('users').set({ company_id }).where('id', '=', colleague.id).execute()
    expect(await mailsOf(kim)).toEqual([])
    await server.db.updateTable('users').set({ company_id: owner.company_id }).where('id', '=', colleague.id).execute()
    expect(await mailsOf(kim)).toEqual([])
  })

  test('nothing while it is paused, and all of it afterwards', async () => {
    for (const handed_over of [false, true]) {
      const { kim } = await answered()
      if (handed_over) await mailGatheredLines(server, later())
      await change(kim.id, { paused: true })
      expect(await mailsOf(kim)).toEqual([])
      await change(kim.id, { paused: false })
      expect(await mailsOf(kim)).toHaveLength(1)
      expect(await mailsOf(kim)).toHaveLength(1)
    }
  })

  test('again, once the guest has given the new password', async () => {
    const { kim, video, own } = await answered()
    await change(kim.id, { password: 'autumn leaves' })
    expect(await mailsOf(kim)).toEqual([])
    await prove(kim.guest, kim.email, { password: 'autumn leaves' })
    await write(colleague, video, 'For those with the password', own)
    expect((await mailsOf(kim)).map(({ text }) => text).join()).toContain('For those with the password')
  })

  test('no version that the link shows no more', async () => {
    const video = await aVideo()
    const kim = await aMailedGuest({ kind: 'stack', ids: [video] })
    await aVersionOf(video, 2)
    await change(kim.id, { kind: 'version', ids: [video] })
    expect(await mailsOf(kim)).toEqual([])
  })

  const expire = (id: string) =>
    server.db
      .updateTable('share_links')
      .set({ expires_at: new Date(0) })
      .where('id', '=', id)
      .execute()
  const useUp = async (id: string) => {
    await server.db.updateTable('share_links').set({ max_views: 1, views: 1 }).where('id', '=', id).execute()
    await server.db
      .updateTable('share_visits')
      .set({ began_at: new Date(0) })
      .where('link_id', '=', id)
      .execute()
  }
})

describe('mails end', () => {
  test('by one click without an account and a pass, and only those of that guest and that link', async () => {
    const video = await aVideo()
    const [kim, lee] = [
      await aMailedGuest({ kind: 'version', ids: [video] }),
      await aMailedGuest({ kind: 'version', ids: [video] }),
    ]
    const threads = [await write(kim.guest, video, 'Kim'), await write(lee.guest, video, 'Lee')]
    const answer = async () => {
      for (const thread of threads) await write(colleague, video, 'An answer', thread)
    }
    await answer()
    const [mail] = await mailsOf(kim)
    expect(mail?.head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const stop = stopOf(mail?.head ?? '')
    expect(linksIn(mail?.html ?? '')).toContain(stop.href)
    expect(mail?.text).toContain(`Stop mails about answers and new versions by this link: ${stop.href}`)
    await answer()
    const page = await fetch(`${server.base}${stop.pathname}${stop.search}`, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('Stop these mails')
    expect((await validate(kim.guest)).mail).toBe(true)
    for (let count = 0; count < 2; count += 1) expect((await post(stop)).status).toBe(200)
    expect((await validate(kim.guest)).mail).toBe(false)
    expect((await server.get(`${stop.pathname}${stop.search}`)).json).toEqual({ kind: 'LINK', mail: false })
    expect([(await mailsOf(kim)).length, (await mailsOf(lee)).length]).toEqual([1, 2])
    // A mail from before ends what was chosen again since.
    await choose(kim.guest, true)
    await post(stop)
    expect((await validate(kim.guest)).mail).toBe(false)
    stop.searchParams.set('token', `${stop.searchParams.get('token')}x`)
    expect((await post(stop)).status).toBe(403)
  })

  test('by the guest themselves, also those that wait', async () => {
    const video = await aVideo()
    const kim = await aMailedGuest({ kind: 'version', ids: [video] })
    await write(colleague, video, 'An answer', await write(kim.guest, video, 'Hello'))
    expect((await choose(kim.guest, false)).json).toEqual({ mail: false })
    expect([await mailsOf(kim), await waiting(kim.email)]).toEqual([[], 0])
  })

  test('with the link', async () => {
    const video = await aVideo()
    const kim = await aMailedGuest({ kind: 'version', ids: [video] })
    await write(colleague, video, 'An answer', await write(kim.guest, video, 'Hello'))
    await server.delete(`/api/sharing_router/share-links/${kim.id}`, owner)
    const rows = await server.db.selectFrom('guest_mails').selectAll().where('email', '=', kim.email).execute()
    expect([rows, await waiting(kim.email)]).toEqual([[], 0])
  })
})

test('the name of another guest has its mark', async () => {
  const video = await aVideo()
  const kim = await aMailedGuest({ kind: 'version', ids: [video] })
  const own = await write(kim.guest, video, 'Hello')
  const lee = { ...(await server.aLink(owner, video)), guest_key: 'a browser of Lee' }
  const answer = { content: 'Hello', start_time: 5, parent_comment_id: own.id, guest_name: 'Lee' }
  await server.aComment(lee, video, answer)
  expect((await mailsOf(kim)).map(({ subject }) => subject)).toEqual(['Lee (guest) replied in your thread on cut.mp4'])
})
