import { afterAll, expect, test } from 'vitest'
import { gatheringOf } from '../../../../../test/gathering.ts'
import { linksIn } from '../../../../../test/mail-parts.ts'
import { startTeam } from '../../../../../test/team.ts'

const { server, owner, colleague } = await startTeam()
afterAll(() => server.close())
const collection = await server.aCollection(owner, { kind: 'review' })
const film = (file_name: string) => server.aVideo(owner, collection, { duration: 600, file_name })
const { choose, pass, mailsTo } = gatheringOf(server)
const HOUR = 3_600

test('40 comments in four minutes are one mail with 40 lines, each a link to its frame', async () => {
  const reader = await server.person(owner)
  const video = await server.aVideo(reader, collection, { duration: 600, file_name: 'harbour.mp4' })
  const ids: string[] = []
  for (let count = 0; count < 40; count += 1) {
    const comment = { start_time: 400 - 10 * count, content: `Comment ${count}` }
    ids.push((await server.aComment(colleague, video, comment)).id)
    await pass(reader, 6)
  }
  expect(await mailsTo(reader, 30)).toEqual([])
  const [mail, ...others] = await mailsTo(reader, 61)
  expect([mail?.subject, others]).toEqual(['40 comments on harbour.mp4', []])
  const links = linksIn(mail?.html ?? '').filter((link) => link.includes('comment='))
  // In the order of the frames; the time and the words lead to the same place.
  const expected = ids.map((id, count) => {
    const at = (400 - 10 * count).toFixed(6)
    return `${server.config.public_url}/quick-review/${reader.id}/${video}?t=${at}&comment=${id}`
  })
  expect([...new Set(links)]).toEqual(expected.toReversed())
  for (const link of expected) expect(mail?.text).toContain(`\n${link}\n`)
  // Comments after it wait for the next one.
  await server.aComment(colleague, video, { content: 'Later' })
  expect(await mailsTo(reader, 250)).toHaveLength(1)
  expect((await mailsTo(reader, 301)).map(({ subject }) => subject)).toEqual([
    '40 comments on harbour.mp4',
    'Ada Lovelace commented on harbour.mp4',
  ])
})

test('hourly mails are about all videos, an hour after the first comment', async () => {
  const reader = await server.person(owner)
  await choose(reader, 'COMMENT', 'hourly')
  for (const name of ['one.mp4', 'two.mp4']) {
    const video = await server.aVideo(reader, collection, { duration: 600, file_name: name })
    await server.aComment(colleague, video, { content: `On ${name}` })
    await pass(reader, 600)
  }
  expect(await mailsTo(reader, HOUR - 1_260)).toEqual([])
  const [mail, ...others] = await mailsTo(reader, HOUR - 1_199)
  expect([mail?.subject, others]).toEqual(['2 comments on 2 videos', []])
  expect(mail?.text).toMatch(/one\.mp4, version 1[\s\S]*On one\.mp4[\s\S]*two\.mp4, version 1[\s\S]*On two\.mp4/)
})

test('a link in the mail stops one kind, and lines of that kind that wait are left out', async () => {
  const reader = await server.person(owner)
  const video = await server.aVideo(reader, collection, { duration: 600, file_name: 'cut.mp4' })
  const own = await server.aComment(reader, video, { content: 'My own' })
  const write = async () => {
    await server.aComment(colleague, video, { content: 'A new thread' })
    await server.aComment(colleague, video, { content: 'An answer', parent_comment_id: own.id })
  }
  await write()
  const [mail] = await mailsTo(reader, 301)
  expect(mail?.subject).toBe('2 comments on cut.mp4')
  expect(mail?.text).not.toContain('My own')
  expect(mail?.head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const link = new URL(/List-Unsubscribe: <([^>]+)>/.exec(mail?.head ?? '')?.[1] ?? '')
  await write()
  const form = { body: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  expect((await fetch(`${server.base}${link.pathname}${link.search}`, { method: 'POST', ...form })).status).toBe(200)
  const [, second] = await mailsTo(reader, 301)
  expect(second?.text).toContain('An answer')
  expect(second?.text).not.toContain('A new thread')
  // The mail of replies ends replies.
  expect(linksIn(second?.html ?? '').filter((one) => one.includes('/api/unsubscribe'))).toHaveLength(1)
})

test('mentions, requests and verdicts are mailed at once', async () => {
  const video = await film('asked.mp4')
  await server.put(
    `/api/quick-review/approvals/${video}`,
    { reviewers: [{ user_id: colleague.id }], due_at: null, message: '' },
    owner,
  )
  await server.aComment(owner, video, { content: '@Ada Lovelace?', mentions: [colleague.id] })
  await server.post(`/api/quick-review/verdict/${video}`, { verdict: 'approved' }, colleague)
  const subjects = [...(await mailsTo(colleague)), ...(await mailsTo(owner))].map(({ subject }) => subject)
  expect(subjects).toEqual([
    'Ada Lovelace asks you to review version 1 of asked.mp4',
    'Ada Lovelace mentioned you on asked.mp4',
    'Ada Lovelace approved version 1 of asked.mp4',
  ])
})
