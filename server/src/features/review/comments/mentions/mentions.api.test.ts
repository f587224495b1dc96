import { afterAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../../../../../../seed/rows/people.ts'
import type { Person } from '../../../../../../seed/rows/senders.ts'
import { gatheringOf } from '../../../../../test/gathering.ts'
import { startTeam } from '../../../../../test/team.ts'

const { server, owner, colleague, stranger } = await startTeam()
afterAll(() => server.close())
const collection = await server.aCollection(owner, { kind: 'review' })
const video = await server.aVideo(owner, collection, { duration: 60, file_name: 'harbour.mp4' })
const named = (first_name: string, last_name: string) => server.person(owner, undefined, { first_name, last_name })
await named('Zoë', 'Núñez de la Vega')
const { mailsTo } = gatheringOf(server)

const kindsOf = async (person: Person): Promise<string[]> =>
  (await server.get('/api/get_notifications', person)).json.notifications.map(({ type }: { type: string }) => type)
const people = (query: string, who: Person = owner, of = video) =>
  server.get(`/api/quick-review/people/${of}?query=${encodeURIComponent(query)}`, who)
const names = async (query: string): Promise<string[]> =>
  (await people(query)).json.people.map(({ name }: { name: string }) => name)

describe('the list of people', () => {
  test.each([
    ['the beginning of a first name, without its accents', 'zo'],
    ['a last name', 'NUNEZ'],
    ['a later word of a name', 'vega'],
    ['two words', 'de la v'],
    ['a whole name', 'Zoë Núñez de la Vega'],
    ['an address', 'zoë.'],
  ])('finds %s', async (_what, query) => {
    expect(await names(query)).toEqual(['Zoë Núñez de la Vega'])
  })

  test('has at most eight members of the company, and neither the caller nor strangers', async () => {
    for (let count = 0; count < 8; count += 1) await named('Member', `${count}`)
    const found = (await people('')).json.people
    expect(found).toHaveLength(8)
    const all = JSON.stringify([found, (await people('ada')).json])
    expect([all.includes(owner.id), all.includes(stranger.id), all.includes(colleague.id)]).toEqual([
      false,
      false,
      true,
    ])
    expect(await names('m%')).toEqual([])
    expect(await names('emb')).toEqual([])
  })

  test('is for members who may read the video: guests do not learn who has an account', async () => {
    const link = await server.aLink(owner, video)
    const refused = [
      await people('', stranger),
      await server.get(`/api/quick-review/people/${video}`, { ...link, guest_key: 'a browser' }),
      await server.get(`/api/quick-review/people/${video}`),
      await people('', owner, 'nothing'),
    ]
    expect(refused.map(({ status }) => status)).toEqual([404, 401, 401, 404])
  })
})

test('a mentioned person is notified at once, and not also of the comment', async () => {
  const film = await server.aVideo(owner, collection, { duration: 60, file_name: 'quay.mp4' })
  const [ada, grace] = [await named('Ada', 'Byron'), await named('Grace', 'Hopper')]
  const mentions = [owner.id, ada.id, ada.id]
  const made = await server.aComment(grace, film, { content: '@Ada Byron, look', mentions })
  expect(made.mentions?.map(({ user_id }) => user_id).toSorted()).toEqual([owner.id, ada.id].toSorted())
  expect([await kindsOf(owner), await kindsOf(ada), await kindsOf(grace)]).toEqual([['MENTION'], ['MENTION'], []])
  const [mail, ...others] = await mailsTo(owner)
  expect([mail?.subject, others]).toEqual(['Grace Hopper mentioned you on quay.mp4', []])
  const notice = (await server.get('/api/get_notifications', ada)).json.notifications[0]
  expect(notice).toMatchObject({ group: 'for_you', text: '@Ada Byron, look', actor_name: 'Grace Hopper' })
  expect(notice.path).toContain(`comment=${made.id}`)
  // Nobody is notified of their own mention.
  await server.aComment(ada, film, { content: '@Ada Byron', mentions: [ada.id] })
  expect(await kindsOf(ada)).toEqual(['MENTION'])
})

test('an edit notifies only the people whom it adds, once', async () => {
  const film = await server.aVideo(owner, collection, { duration: 60 })
  const [ada, grace] = [await named('Ada', 'Byron'), await named('Grace', 'Hopper')]
  const { id } = await server.aComment(colleague, film, { content: '@Ada Byron', mentions: [ada.id] })
  const edit = (content: string, mentions?: string[]) =>
    server.put(`/api/quick-review/update-comment/${film}/${id}`, { content, mentions }, colleague)
  const both = await edit('@Ada Byron @Grace Hopper', [ada.id, grace.id])
  expect(both.json.mentions).toHaveLength(2)
  expect([await kindsOf(ada), await kindsOf(grace)]).toEqual([['MENTION'], ['MENTION']])
  expect((await edit('Without the field they stay')).json.mentions).toHaveLength(2)
  expect((await edit('@Grace Hopper', [grace.id])).json.mentions).toMatchObject([{ name: 'Grace Hopper' }])
  expect((await edit('@Ada Byron again', [ada.id])).json.mentions).toMatchObject([{ user_id: ada.id }])
  expect((await edit('Nobody', [])).json.mentions).toBeUndefined()
  expect([await kindsOf(ada), await kindsOf(grace)]).toEqual([['MENTION'], ['MENTION']])
})

test('an owner whom an edit mentions is mailed that, and no longer of the comment', async () => {
  const reader = await server.person(owner)
  const film = await server.aVideo(reader, collection, { duration: 60, file_name: 'pier.mp4' })
  const { id } = await server.aComment(colleague, film, { content: 'Too dark' })
  const change = { content: '@Ada Lovelace: too dark', mentions: [reader.id] }
  await server.put(`/api/quick-review/update-comment/${film}/${id}`, change, colleague)
  expect((await mailsTo(reader, 600)).map(({ subject }) => subject)).toEqual(['Ada Lovelace mentioned you on pier.mp4'])
})

test('people who cannot read the video, and everybody by a link, are refused by name of the field', async () => {
  const link = { ...(await server.aLink(owner, video)), guest_key: 'a browser' }
  const post = (who: Parameters<typeof server.post>[2], mentions: string[]) =>
    server.post(
      `/api/quick-review/create-comment/${video}`,
      { content: 'Look', start_time: 1, guest_name: 'Kim', mentions },
      who,
    )
  const NO_READER = 'You can only mention members of the company who may read this video.'
  for (const ids of [
    [stranger.id],
    [colleague.id, stranger.id],
    ['nobody'],
    ['00000000-0000-4000-8000-000000000000'],
  ]) {
    const { status, json } = await post(owner, ids)
    expect([status, json.code, json.fields]).toEqual([400, 'validation_failed', { mentions: NO_READER }])
  }
  const many = await post(
    owner,
    Array.from({ length: 21 }, () => colleague.id),
  )
  expect([many.status, many.json.fields]).toEqual([400, { mentions: 'A comment can mention at most 20 people' }])
  const { id } = await server.aComment(owner, video, { content: 'Mine' })
  const edit = { content: 'Mine', mentions: [stranger.id] }
  expect((await server.put(`/api/quick-review/update-comment/${video}/${id}`, edit, owner)).status).toBe(400)
  // The same answer for a member and for nobody.
  const guests = [await post(link, [colleague.id]), await post(link, ['nobody'])]
  expect(guests.map(({ status, json }) => [status, json.fields])).toEqual(
    Array.from({ length: 2 }, () => [400, { mentions: 'People with a share link cannot mention anybody.' }]),
  )
  expect((await post(link, [])).status).toBe(200)
})

test('links show the words of a mention and not who it is, and a deletion takes both away', async () => {
  const film = await server.aVideo(owner, collection, { duration: 60 })
  const link = { ...(await server.aLink(owner, film)), guest_key: 'a browser' }
  const { id } = await server.aComment(owner, film, { content: '@Ada Lovelace?', mentions: [colleague.id] })
  const list = (await server.get(`/api/quick-review/comments/${film}`, link)).text
  expect([list.includes('@Ada Lovelace?'), list.includes(colleague.id), list.includes('"mentions"')]).toEqual([
    ...[true, false, false],
  ])
  await server.delete(`/api/quick-review/comments/${film}/${id}`, owner)
  const notices = async () => (await server.get('/api/get_notifications', colleague)).json.notifications
  expect((await notices())[0]).toMatchObject({ type: 'MENTION', text: null })
  expect(await server.db.selectFrom('comment_mentions').selectAll().where('comment_id', '=', id).execute()).toEqual([])
  const restored = await server.post(`/api/quick-review/restore-comment/${film}/${id}`, {}, owner)
  expect(restored.json.mentions).toMatchObject([{ user_id: colleague.id }])
  expect((await notices())[0]).toMatchObject({ type: 'MENTION', text: '@Ada Lovelace?' })
})

test('a deleted account is mentioned no longer, and the words of others stay', async () => {
  const admin = await server.person(undefined, 'TEAM')
  const leaving = await server.person(admin)
  const { video_id } = await server.aCollectionWithVideo(admin)
  await server.aComment(admin, video_id, { content: '@Ada Lovelace, look', mentions: [leaving.id] })
  expect((await server.post('/api/delete_account', { password: PASSWORD }, leaving)).status).toBe(200)
  const { items } = (await server.get(`/api/quick-review/comments/${video_id}`, admin)).json
  expect([items[0].content, items[0].mentions]).toEqual(['@Ada Lovelace, look', undefined])
})
