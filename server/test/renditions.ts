import { expect } from 'vitest'
import { probe } from '../src/media/probe.ts'
import { makeRendition } from '../src/media/rendition.ts'
import { planRendition, SAME_TIME } from '../src/media/rendition-plan.ts'
import { usualPlan } from '../src/media/sound/plan.ts'
import { ffmpeg, makeJob, NUMBERED } from './made-media.ts'

/** Words for ffmpeg that make pictures with the numbers of their frames. */
export const numbered = (options: string): string[] => ['-f', 'lavfi', '-i', `testsrc2=${options},${NUMBERED}`]
/** Words for ffmpeg that make a tone of four seconds. */
export const SOUND = ['-f', 'lavfi', '-i', 'sine=d=4'] as const

/** A job folder, and what makes files and their renditions in it. */
export async function openRenditions() {
  const job = await makeJob()
  return {
    job,
    /** Makes a file and its rendition, and returns the facts of both. @param args for ffmpeg */
    async render(name: string, ...args: string[]) {
      const input = job.path(name)
      await ffmpeg(...args, '-preset', 'ultrafast', input)
      const before = await probe(job, input)
      const plan = planRendition(before, usualPlan(before))
      if (plan.kind === 'original') throw new Error('nothing to render')
      const output = job.path(`${name}.out.${plan.kind === 'copy' ? plan.container : 'mp4'}`)
      const shares: number[] = []
      const made = await makeRendition(job, input, before, plan, usualPlan(before), output, (share) =>
        shares.push(share),
      )
      // The first copy has the frames of the index.
      expect(made).toEqual({ file: output, exact: true })
      const after = await probe(job, output)
      expect(planRendition({ ...after, start: 0 }, usualPlan(after))).toEqual({ kind: 'original' })
      // Browsers show the file's own times.
      if (plan.kind === 'copy')
        for (const [frame, time] of after.frames.entries())
          expect(Math.abs(after.start + time - (before.frames[frame] ?? -1))).toBeLessThan(SAME_TIME)
      expect(Math.abs(after.duration - before.duration)).toBeLessThan(0.1)
      return { before, after, plan, output, shares }
    },
  }
}
