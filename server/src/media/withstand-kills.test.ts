import { expect, test } from 'vitest'
import { MediaError } from '../../media/media-error.ts'
import type { VideoWork } from './video-work.ts'
import { withstandKills } from './withstand-kills.ts'

const work = () => {
  const ending = new AbortController()
  const log = { warn: () => undefined } as unknown as VideoWork['log']
  return { signal: ending.signal, log, video: { id: '1' } as VideoWork['video'], end: () => ending.abort() }
}
const killed = new MediaError('media_killed')
const damaged = new MediaError('media_damaged')

/** Fails with these errors in turn, then succeeds. */
function failing(...errors: Error[]) {
  let runs = 0
  const act = async () => {
    runs += 1
    const error = errors.shift()
    if (error) throw error
    return runs
  }
  return act
}

test('work whose program is killed is started again', async () => {
  expect(await withstandKills(work(), failing(killed, killed), [0, 0])).toBe(3)
})

test('after the last delay the kill ends the work', async () => {
  await expect(withstandKills(work(), failing(killed, killed, killed), [0, 0])).rejects.toBe(killed)
})

test('another error, and a kill after the work was given up, end it at once', async () => {
  await expect(withstandKills(work(), failing(damaged), [0])).rejects.toBe(damaged)
  const ended = work()
  ended.end()
  await expect(withstandKills(ended, failing(killed), [0])).rejects.toBe(killed)
})
