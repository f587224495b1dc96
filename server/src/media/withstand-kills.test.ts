import { expect, test } from 'vitest'
import { EngineError } from '../engines/engine-error.ts'
import { MediaError } from './media-error.ts'
import { withstandKills } from './withstand-kills.ts'

const work = () => {
  const ending = new AbortController()
  const waits: number[] = []
  const onKill = (_error: unknown, seconds: number) => void waits.push(seconds)
  return { signal: ending.signal, onKill, waits, end: (reason: Error) => ending.abort(reason) }
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
  const { waits, ...given } = work()
  expect(await withstandKills(given, failing(killed, new EngineError('killed', 'killed')), [0, 0.01])).toBe(3)
  expect(waits).toEqual([0, 0.01])
})

test('after the last delay the kill ends the work', async () => {
  await expect(withstandKills(work(), failing(killed, killed, killed), [0, 0])).rejects.toBe(killed)
})

test('another error, and a kill after the work was given up, end it at once', async () => {
  await expect(withstandKills(work(), failing(damaged), [0])).rejects.toBe(damaged)
  const ended = work()
  ended.end(new Error('It is gone.'))
  await expect(withstandKills(ended, failing(killed), [0])).rejects.toBe(killed)
})

test('work that is given up while it waits ends with the reason for that', async () => {
  const { end, signal } = work()
  const onKill = () => void setImmediate(() => end(new Error('It is gone.')))
  const ending = withstandKills({ signal, onKill }, failing(killed), [600])
  await expect(ending).rejects.toThrow('It is gone.')
})
