import { GROUP_OF, NOTIFICATION_KINDS, type Notification } from '@footnote/contract/nouns/personal/notifications.ts'
import { NOTIFICATIONS } from '@footnote/contract/shared/limits.ts'
import { afterAll, expect, test } from 'vitest'
import { addNotification } from '../../../../../seed/rows/notifications.ts'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { startProduct } from '../../../../test/product.ts'

const api = await startProduct()
afterAll(() => api.close())

const listOf = async (person: Person): Promise<Notification[]> =>
  (await api.get('/api/get_notifications', person)).json.notifications
const minutesAgo = (minutes: number) => ({ created_at: new Date(Date.now() - 60_000 * minutes) })

test('a burst of comments pushes out no request, verdict or mention, and nothing that has ended', async () => {
  const person = await api.person()
  const kept = ['REVIEW_REQUESTED', 'VERDICT', 'MENTION', 'VIDEO_FAILED', 'DATA_EXPORT'] as const
  for (const [place, kind] of kept.entries())
    await addNotification(api.db, person.id, kind, {}, minutesAgo(900 + place))
  for (let count = 0; count < 150; count += 1)
    await addNotification(api.db, person.id, count % 2 ? 'COMMENT' : 'REPLY', { text: `${count}` }, minutesAgo(count))
  const list = await listOf(person)
  expect(list).toHaveLength(NOTIFICATIONS.max)
  // Newest first, with the newest comments in all other places.
  const comments = Array.from({ length: NOTIFICATIONS.max - kept.length }, (_, count) => `${count}`)
  expect(list.map(({ type, text }) => text ?? type)).toEqual([...comments, ...kept])
  expect(list.at(-1)?.group).toBe('other')
})

test('no group pushes out another one, whatever comes in bursts', async () => {
  const person = await api.person()
  for (const kind of NOTIFICATION_KINDS)
    for (let count = 0; count < 45; count += 1)
      await addNotification(api.db, person.id, kind, {}, minutesAgo(GROUP_OF[kind] === 'other' ? 0 : 60 + count))
  const counts = Object.groupBy(await listOf(person), ({ group }) => group)
  const sizes = Object.entries(NOTIFICATIONS.shares).map(([group]) => [
    group,
    (counts[group as keyof typeof counts] ?? []).length,
  ])
  expect(Object.fromEntries(sizes)).toEqual(NOTIFICATIONS.shares)
})

test('people see only their own notifications', async () => {
  const [person, other] = [await api.person(), await api.person()]
  await addNotification(api.db, other.id, 'MENTION', { text: 'Not yours' })
  expect(await listOf(person)).toEqual([])
})
