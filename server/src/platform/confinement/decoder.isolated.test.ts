import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeTarget, raidOn, type Target, traceOf } from '../../../test/attacks.ts'
import { obstacleToPlaying } from '../../../test/other-machine.ts'

let target: Target
beforeEach(async () => {
  target = await makeTarget()
})
afterEach(() => target.close())

describe.runIf(obstacleToPlaying() === null)('a program controlled by a malicious file', () => {
  test('gets its input and nothing else as a decoder of a worker that root has started, without bubblewrap', async () => {
    const raid = await raidOn({ bubblewrap: false, account: 'footnote' }, target, 'decoder')
    expect(raid).toMatchObject({
      printed: ['what is in files/videos/one/original.mp4'],
      planted: false,
      outlived: false,
    })
    expect(raid.processes).toBeLessThan(512)
    // Its files stay, except links, which we would follow.
    expect(raid.left).toContain('made')
    expect(raid.left).not.toContain('stolen')
    expect(await traceOf(target)).toEqual({ mode: 0o600, names: 1, jobs: ['other-job'] })
  })

  test('gets nothing as an engine of an ordinary user with bubblewrap', async () => {
    const raid = await raidOn({ bubblewrap: true, account: 'nobody' }, target, 'engine')
    expect(raid).toMatchObject({ printed: [], planted: false, outlived: false })
    expect(raid.processes).toBeLessThan(10_000)
  })
})
