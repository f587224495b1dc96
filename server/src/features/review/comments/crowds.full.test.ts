import { EVENT_STREAMS } from '@footnote/contract/shared/limits.ts'
import { afterAll, expect, test } from 'vitest'
import { startProduct } from '../../../../test/product.ts'
import { addressesOf, openPages } from '../../../../test/watchers.ts'

const server = await startProduct()
afterAll(() => server.close())

test('300 pages of a viewer link hear 20 comments each, and one address takes no place from the others', async () => {
  const owner = await server.person(undefined, 'TEAM')
  const video = await server.aVideo(owner, await server.aCollection(owner, { kind: 'review' }), { duration: 60 })
  const link = await server.aLink(owner, video, 'viewer')
  const open = (addresses: readonly string[]) => openPages(server.base, video, link, addresses)
  const statuses = (pages: Awaited<ReturnType<typeof open>>) => pages.map(({ status }) => status)
  const office = Array(60).fill('203.0.113.7')
  const watchers = await open([...addressesOf(240), ...office])
  expect(statuses(watchers)).toEqual(watchers.map(() => 200))

  const greedy = await open(Array(EVENT_STREAMS.per_link_and_address + 3).fill('2001:db8:1:2::7'))
  expect(statuses(greedy).filter((status) => status === 200)).toHaveLength(EVENT_STREAMS.per_link_and_address)
  // Another address of the same /64 is the same network.
  const late = await open(['2001:db8:1:2::8', '2001:db8:1:3::8', '203.0.113.7', '192.0.2.1'])
  expect(statuses(late)).toEqual([429, 200, 200, 200])

  const ids: string[] = []
  for (let count = 0; count < 20; count += 1) ids.push((await server.aComment(owner, video)).id)
  for (const watcher of watchers) {
    await watcher.received(ids.length)
    expect(watcher.events.map(({ data }) => data.comment.id)).toEqual(ids)
  }

  const room = EVENT_STREAMS.per_link - watchers.length - EVENT_STREAMS.per_link_and_address - 3
  const last = await open(addressesOf(room + 5))
  expect(statuses(last).filter((status) => status === 200)).toHaveLength(room)
  const all = [...watchers, ...greedy, ...late, ...last]
  for (const page of all) page.close()
})
