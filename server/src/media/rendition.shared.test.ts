import { afterAll, expect, it } from 'vitest'
import { numbersIn } from '../../test/made-media.ts'
import { numbered, openRenditions, SOUND } from '../../test/renditions.ts'

const { job, render } = await openRenditions()

afterAll(() => job.remove())

it('a copy keeps every frame and its time, and puts the index first', async () => {
  const { before, after, plan, output } = await render(
    'late.mp4',
    ...numbered('s=96x54:r=30000/1001:d=3'),
    ...SOUND,
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
  )
  expect(plan.kind).toBe('copy')
  expect(after.timing).toEqual(before.timing)
  expect(after.container.fast_start).toBe(true)
  expect(await numbersIn(output)).toEqual(Array.from({ length: 90 }, (_, frame) => frame))
})

it('HEVC in Matroska becomes H.264 and AAC with the same frames, a key frame at least every 2 s, and reports its progress', async () => {
  const options = ['-c:v', 'libx265', '-x265-params', 'log-level=error', '-c:a', 'libopus']
  const { before, after, output, shares } = await render(
    'hevc.mkv',
    ...numbered('s=96x54:r=24000/1001:d=5'),
    ...SOUND,
    ...options,
  )
  expect(after).toMatchObject({ video: { codec: 'h264', pixel_format: 'yuv420p' }, audio: { codec: 'aac' } })
  expect(after.timing).toEqual(before.timing)
  expect(await numbersIn(output)).toEqual(Array.from({ length: 120 }, (_, frame) => frame))
  const gaps = [...after.key_times, after.duration].map((time, place, all) => time - (all[place - 1] ?? 0))
  expect(Math.max(...gaps)).toBeLessThanOrEqual(2.1)
  expect(shares.at(-1)).toBeGreaterThan(0.95)
})
