import type { NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import { DIGEST } from '@footnote/contract/shared/limits.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../../../../seed/rows/senders.ts'
import { gatheringOf } from '../../../../../test/gathering.ts'
import { linksIn } from '../../../../../test/mail-parts.ts'
import { startTeam } from '../../../../../test/team.ts'
import { mailGatheredLines, notifyPerson } from '../../../ground/notifications/commands.ts'

const { server, owner, colleague } = await startTeam()
afterAll(() => server.close())
const collection = await server.aCollection(owner, { kind: 'review' })
const { choose, pass, mailsTo } = gatheringOf(server)
const BURST = 1.5 * DIGEST.burst
const DAY = 86_400

let reader: Person
let video: string
beforeEach(async () => {
  reader = await server.person(owner)
  video = await server.aVideo(reader, collection, { duration: 600, file_name: 'cut.mp4' })
})
const comment = (content: string, more: object = {}, who: Person = colleague) =>
  server.aComment(who, video, { content, start_time: 5, ...more })
const texts = async (seconds = BURST) => (await mailsTo(reader, seconds)).map(({ text }) => text)

describe('a gathered mail is as things are when it is sent', () => {
  test('a comment that was deleted meanwhile is missing, also while a mail server is away', async () => {
    await comment('Stays')
    const gone = await comment('Goes at once')
    const late = await comment('Goes later')
    await server.delete(`/api/quick-review/comments/${video}/${gone.id}`, colleague)
    await mailGatheredLines(server, new Date(Date.now() + 1_000 * BURST))
    await server.delete(`/api/quick-review/comments/${video}/${late.id}`, colleague)
    const [text, ...others] = await texts()
    expect([text?.includes('Stays'), /Goes/.test(text ?? ''), others]).toEqual([true, false, []])
  })

  test('when all of it was deleted, there is no mail', async () => {
    const { id } = await comment('Goes')
    await server.delete(`/api/quick-review/comments/${video}/${id}`, colleague)
    expect(await texts()).toEqual([])
    expect(await server.db.selectFrom('waiting_lines').selectAll().where('user_id', '=', reader.id).execute()).toEqual(
      [],
    )
  })

  test('a comment whose deletion was undone is in it', async () => {
    const { id } = await comment('Comes back')
    await comment('Another')
    await server.delete(`/api/quick-review/comments/${video}/${id}`, colleague)
    expect((await server.post(`/api/quick-review/restore-comment/${video}/${id}`, {}, colleague)).status).toBe(200)
    expect((await texts()).join()).toContain('Comes back')
  })

  test('a changed comment has its new words', async () => {
    const { id } = await comment('Too drak')
    await comment('Another')
    await server.put(`/api/quick-review/update-comment/${video}/${id}`, { content: 'Too dark' }, colleague)
    const [text] = await texts()
    expect([text?.includes('Too dark'), text?.includes('drak')]).toEqual([true, false])
  })

  test('a person who left the company meanwhile gets nothing', async () => {
    await comment('For members')
    await comment('And another')
    const elsewhere = await server.company()
    await server.db.updateTable('users').set({ company_id: elsewhere }).where('id', '=', reader.id).execute()
    expect(await texts()).toEqual([])
  })

  test('of a sample, which every company sees, a person who changed companies gets nothing', async () => {
    const sample = await server.aVideo(null, await server.aCollection(null), { duration: 60 })
    const root = await server.aComment(reader, sample, { content: 'On the sample' })
    await server.aComment(colleague, sample, { content: 'Of the old company', parent_comment_id: root.id })
    const elsewhere = await server.company()
    await server.db.updateTable('users').set({ company_id: elsewhere }).where('id', '=', reader.id).execute()
    expect(await texts()).toEqual([])
  })

  test('a deleted account leaves no line', async () => {
    await comment('Nobody reads it')
    await server.db.deleteFrom('videos').where('id', '=', video).execute()
    await server.db.deleteFrom('users').where('id', '=', reader.id).execute()
    expect(await server.db.selectFrom('waiting_lines').selectAll().where('user_id', '=', reader.id).execute()).toEqual(
      [],
    )
  })

  test('of a deleted video nothing is mailed', async () => {
    await comment('On a video that goes')
    await comment('Another')
    expect((await server.post('/api/delete_video', { id: video }, reader)).status).toBe(200)
    expect((await texts()).join()).not.toContain('On a video that goes')
  })

  test('when the kind is no longer mailed, waiting lines are left out', async () => {
    await comment('Waits')
    await server.post('/api/notification_settings', { settings: [{ kind: 'COMMENT', mail: false }] }, reader)
    expect(await texts()).toEqual([])
  })

  test('a comment that moved to another version leads there', async () => {
    const { id } = await comment('Moves')
    await comment('Stays')
    const { stack_id } = await server.db
      .selectFrom('videos')
      .select('stack_id')
      .where('id', '=', video)
      .executeTakeFirstOrThrow()
    const second = await server.aVideo(reader, collection, { stack_id, version: 2, duration: 600 })
    await server.db.updateTable('comments').set({ video_id: second }).where('id', '=', id).execute()
    const [mail] = await mailsTo(reader, BURST)
    expect(linksIn(mail?.html ?? '').some((link) => link.includes(second) && link.includes(id))).toBe(true)
  })
})

describe('what a mail says', () => {
  test('replies are below their thread, in the order of the frames, and name the author whom they reply to', async () => {
    const own = await comment('Mine', { start_time: 20 }, reader)
    const first = await comment('First', { start_time: 10 })
    const third = await server.person(owner, undefined, { first_name: 'Grace', last_name: 'Hopper' })
    await comment('To me', { parent_comment_id: own.id, start_time: 20 })
    await comment('Later frame', { start_time: 30 })
    await comment('To Ada', { parent_comment_id: first.id, start_time: 10 }, third)
    const [text] = await texts()
    const places = ['First', 'To Ada', 'To me', 'Later frame'].map((words) => text?.indexOf(`: ${words}\n`) ?? -1)
    expect(places.every((place) => place > 0)).toBe(true)
    expect(places.toSorted((a, b) => a - b)).toEqual(places)
    expect(text).toContain('Grace Hopper replies to Ada Lovelace: To Ada')
    expect(text).toContain('Ada Lovelace replies to you: To me')
    expect(text).not.toContain(': Mine')
  })

  test('team-only comments say so, and guests are named as guests', async () => {
    await comment('Between us', { visibility: 'team' })
    const link = { ...(await server.aLink(reader, video)), guest_key: 'a browser' }
    await server.aComment(link, video, { content: 'From outside', start_time: 6, guest_name: 'Kim' })
    const [mail] = await mailsTo(reader, BURST)
    expect(mail?.text).toMatch(/T1 0:05 Ada Lovelace \(team only\): Between us/)
    expect(mail?.text).toContain('1 0:06 Kim (guest): From outside')
    expect(mail?.html).toMatch(/Kim<\/b> <span[^>]*>guest<\/span>/)
  })

  test('markup, quotes and other scripts stay text in both parts', async () => {
    const hostile = `<img src=x onerror=alert(1)> "a" & 'b' שלום 👋`
    await comment(hostile)
    await comment('Another\nline')
    const [mail] = await mailsTo(reader, BURST)
    expect(mail?.text).toContain(hostile)
    expect(mail?.html).not.toContain('<img')
    expect(mail?.html).toContain('&#60;img src=x onerror=alert(1)&#62; &#34;a&#34; &#38; &#39;b&#39; שלום 👋')
    expect(mail?.html).toContain('Another<br>line')
  })

  test('long comments are cut, and a mail has a limit of lines', async () => {
    await comment('x'.repeat(5_000))
    await comment('Another')
    const [text] = await texts()
    expect(text).toMatch(new RegExp(`: x{${DIGEST.text}} …\n`))
    for (let count = 0; count <= DIGEST.lines; count += 1) await comment(`Number ${count}`)
    const [, many] = await mailsTo(reader, BURST)
    expect(many?.subject).toBe(`${DIGEST.lines} comments on cut.mp4`)
    expect(many?.text).toContain(`This mail has the first ${DIGEST.lines} lines.`)
  })

  test('verdicts that somebody wants hourly come first, each with its link', async () => {
    await choose(reader, 'VERDICT', 'hourly')
    await choose(reader, 'COMMENT', 'hourly')
    await comment('Nice')
    await server.post(
      `/api/quick-review/verdict/${video}`,
      { verdict: 'changes_requested', note: 'The end' },
      colleague,
    )
    const [mail, ...others] = await mailsTo(reader, 3_601)
    expect([mail?.subject, others]).toEqual(['1 comment on cut.mp4, and 1 notification', []])
    const [verdict, line] = ['requested changes to version 1', ': Nice'].map((words) => mail?.text.indexOf(words) ?? -1)
    expect([(verdict ?? -1) > 0, (line ?? -1) > (verdict ?? 0)]).toEqual([true, true])
    const paths = linksIn(mail?.html ?? '')
    expect(paths.some((link) => link.endsWith('?approvals=true'))).toBe(true)
    const endings = paths.filter((link) => link.includes('/api/unsubscribe')).map((link) => link.split('.')[1])
    expect(endings).toEqual(['COMMENT', 'VERDICT'])
  })
})

describe('daily mails', () => {
  const waiting = async () =>
    (
      await server.db
        .selectFrom('waiting_lines')
        .select(['due_at', 'pace'])
        .where('user_id', '=', reader.id)
        .orderBy('id')
        .execute()
    ).map(({ due_at, pace }) => [pace, due_at.toISOString().slice(11)])

  test.each<[string | undefined, string]>([
    [undefined, '08:00:00.000Z'],
    ['UTC', '08:00:00.000Z'],
    ['Asia/Kolkata', '02:30:00.000Z'],
  ])('in the zone %s come at eight in the morning', async (zone, time) => {
    await choose(reader, 'COMMENT', 'daily', zone)
    await comment('One')
    await comment('Two')
    expect(await waiting()).toEqual([
      ['daily', time],
      ['daily', time],
    ])
    const [mail, ...others] = await mailsTo(reader, DAY)
    expect([mail?.subject, others]).toEqual(['2 comments on cut.mp4', []])
  })

  test('an unknown zone is refused', async () => {
    const settings = [{ kind: 'COMMENT', mail: true, digest: 'daily' }]
    const answer = await server.post('/api/notification_settings', { settings, time_zone: 'Mars/Olympus' }, reader)
    expect([answer.status, answer.json.fields]).toEqual([400, { time_zone: 'There is no such time zone' }])
  })

  test('each kind keeps its own pace', async () => {
    const own = await comment('Mine', {}, reader)
    await choose(reader, 'COMMENT', 'daily')
    await comment('A thread')
    await comment('A reply', { parent_comment_id: own.id })
    expect((await waiting()).map(([pace]) => pace)).toEqual(['daily', 'burst'])
    expect((await mailsTo(reader, BURST)).map(({ subject }) => subject)).toEqual([
      'Ada Lovelace replied in your thread on cut.mp4',
    ])
    expect(await mailsTo(reader, DAY)).toHaveLength(2)
  })

  test('lines after one mail wait for the next one', async () => {
    await choose(reader, 'COMMENT', 'daily')
    await comment('Monday')
    await mailsTo(reader, DAY)
    await comment('Tuesday')
    const mails = await mailsTo(reader, DAY)
    expect(mails.map(({ text }) => /Monday|Tuesday/.exec(text)?.[0])).toEqual(['Monday', 'Tuesday'])
  })
})

describe('nothing is lost or sent twice', () => {
  test('when two workers hand over at once', async () => {
    await comment('One')
    await comment('Two')
    const now = new Date(Date.now() + 1_000 * BURST)
    await Promise.all(Array.from({ length: 6 }, () => mailGatheredLines(server, now)))
    expect(await mailsTo(reader)).toHaveLength(1)
  })

  test('when comments come while mails are handed over', async () => {
    const now = new Date(Date.now() + 1_000 * BURST)
    const written: string[] = []
    const write = async (name: string) => {
      for (let count = 0; count < 15; count += 1) written.push((await comment(`${name} ${count}`)).content)
    }
    const handOver = async () => {
      for (let count = 0; count < 15; count += 1) await mailGatheredLines(server, now)
    }
    await Promise.all([write('a'), write('b'), handOver()])
    const all = (await mailsTo(reader, BURST)).map(({ text }) => text).join('\n')
    for (const words of written) expect(all.split(`${words}\n`), words).toHaveLength(2)
  })

  test('when a worker ends between the handing over and the mail, and its job is lost', async () => {
    await comment('Kept')
    await mailGatheredLines(server, new Date(Date.now() + 1_000 * BURST))
    const { rows } = await sql<{ data: unknown }>`
      select payload as data from kept_jobs where job_name = 'send-mail' and payload ? 'mail_id'`.execute(server.db)
    expect(rows.length).toBeGreaterThan(0)
    expect(await mailsTo(reader)).toHaveLength(1)
    expect(await mailsTo(reader, BURST)).toHaveLength(1)
  })

  test('when a transaction that notifies is rolled back', async () => {
    const notice = { user_id: reader.id, type: 'COMMENT' as NotificationKind, request_id: null, payload: {} }
    const failing = server.db.transaction().execute(async (transaction) => {
      await notifyPerson(transaction, server.queue, notice)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await mailsTo(reader, BURST)).toEqual([])
  })
})

test('people hear of several videos in a mail for each, if they want comments at once', async () => {
  await comment('Here')
  const other = await server.aVideo(reader, collection, { duration: 60, file_name: 'other.mp4' })
  await server.aComment(colleague, other, { content: 'There' })
  await pass(reader, 10)
  expect((await mailsTo(reader, BURST)).map(({ subject }) => subject).toSorted()).toEqual([
    'Ada Lovelace commented on cut.mp4',
    'Ada Lovelace commented on other.mp4',
  ])
})
