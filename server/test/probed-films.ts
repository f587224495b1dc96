import type { Timecode } from '@footnote/contract/shared/smpte.ts'
import { afterAll } from 'vitest'
import { probe } from '../src/media/probe.ts'
import { planRendition } from '../src/media/rendition-plan.ts'
import { usualPlan } from '../src/media/sound/plan.ts'
import { ffmpeg, H264, makeJob } from './made-media.ts'

export const SOUND = ['-f', 'lavfi', '-i', 'sine=d=2']
export const picture = (options = 's=320x180:r=25:d=2') => ['-f', 'lavfi', '-i', `testsrc=${options}`]

/** Makes films for the tests of a file, in a folder that lasts as long. */
export async function probedFilms() {
  const job = await makeJob()
  afterAll(() => job.remove())
  return {
    job,
    /** Makes a file, and returns its facts and its rendition plan. */
    async make(name: string, ...args: string[]) {
      const file = job.path(name)
      await ffmpeg(...args, '-preset', 'ultrafast', file)
      const info = await probe(job, file)
      return { info, plan: planRendition(info, usualPlan(info)) }
    },
    /** Makes a film that states a timecode, and reads it. */
    async timecodeIn(name: string, rate: string, ...options: string[]): Promise<Timecode | null> {
      await ffmpeg(...picture(`s=64x64:r=${rate}:d=0.5`), ...H264, ...options, job.path(name))
      return (await probe(job, job.path(name))).timecode
    },
    /** Generated scenes of two seconds each. */
    async makeReel(name: string, ...scenes: string[]): Promise<string> {
      const inputs = scenes.flatMap((scene) => ['-f', 'lavfi', '-t', '2', '-i', scene])
      const joined = `${scenes.map((_, place) => `[${place}:v]`).join('')}concat=n=${scenes.length}`
      await ffmpeg(...inputs, '-filter_complex', joined, '-g', '25', '-preset', 'ultrafast', job.path(name))
      return job.path(name)
    },
  }
}
