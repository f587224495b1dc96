import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { ffmpeg, makeJob } from '../../test/made-media.ts'
import { startProgram } from './sandbox.ts'

const job = await makeJob()
const input = job.path('long.mp4')
await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=640x360:d=1:r=30', '-preset', 'ultrafast', input)
afterAll(() => job.remove())

it('a slow reader pauses the program, and this is no stall', async () => {
  const running = await startProgram(job, {
    program: 'ffmpeg',
    input,
    options: ['-frames:v', '12', '-f', 'rawvideo', 'pipe:1'],
    wallSeconds: 6,
    stallSeconds: 5,
  })
  let bytes = 0
  for await (const chunk of running.stdout) {
    if (bytes === 0) await sleep(7_000)
    bytes += (chunk as Buffer).length
  }
  await running.finished
  expect(bytes).toBe(12 * 640 * 360 * 1.5)
})
