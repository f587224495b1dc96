import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeTarget, raidOn, type Target, traceOf } from '../../../test/attacks.ts'
import { drawnCases } from '../../../test/drawn-cases.ts'
import { type OtherMachine, obstacleToPlaying } from '../../../test/other-machine.ts'

let target: Target
beforeEach(async () => {
  target = await makeTarget()
})
afterEach(() => target.close())

/** Below what an ordinary user's program may start: as many as the system runs, and 1,024. */
const beyondSystem = () => Number(/\/(\d+)/.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1]) + 3_000

const CONFINED: readonly OtherMachine[] = [
  { bubblewrap: true, account: 'root' },
  { bubblewrap: false, account: 'root' },
  { bubblewrap: true, account: 'footnote' },
  { bubblewrap: false, account: 'footnote' },
  { bubblewrap: true, account: 'nobody' },
]

describe.runIf(obstacleToPlaying() === null)('a program controlled by a malicious file', () => {
  test.each(CONFINED)('gets its input and nothing else as a decoder: %o', async (machine) => {
    const raid = await raidOn(machine, target, 'decoder')
    expect(raid).toMatchObject({
      printed: ['what is in files/videos/one/original.mp4'],
      planted: false,
      outlived: false,
    })
    expect(raid.processes).toBeLessThan(machine.account === 'nobody' ? beyondSystem() : 512)
    expect(raid.left).toContain('made')
    expect(raid.left).not.toContain('stolen')
    expect(await traceOf(target)).toEqual({ mode: 0o600, names: 1, jobs: ['other-job'] })
  })

  test.each(CONFINED)('gets nothing as an engine: %o', async (machine) => {
    const raid = await raidOn(machine, target, 'engine')
    expect(raid).toMatchObject({ printed: [], planted: false, outlived: false })
    expect(raid.processes).toBeLessThan(machine.account === 'nobody' ? beyondSystem() : 512)
  })

  test.each(drawnCases(['decoder', 'engine'] as const))(
    'becomes no root as a %s even of an ordinary user without bubblewrap',
    async (as) => {
      const raid = await raidOn({ bubblewrap: false, account: 'nobody' }, target, as)
      expect(raid.printed).toContain('what is in secret.key')
      expect(raid.printed).not.toContain('root')
      expect(raid.processes).toBeLessThan(beyondSystem())
    },
  )
})
