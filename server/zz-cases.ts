import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readFilm } from './src/media/film.ts'
import { planRendition } from './src/media/rendition-plan.ts'
import { makeRendition } from './src/media/rendition.ts'
import { probe } from './src/media/probe.ts'
for (const file of process.argv.slice(2)) {
  const folder = await mkdtemp(path.join(tmpdir(), 'zz-'))
  const job = { tools: { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }, folder }
  try {
    const { input, info } = await readFilm(job, path.resolve(file))
    const plan = planRendition(info)
    let after = ''
    if (plan.kind !== 'original') {
      const out = path.join(folder, plan.kind === 'copy' && plan.container === 'webm' ? 'r.webm' : 'r.mp4')
      await makeRendition(job, input, info, plan, out)
      const made = await probe(job, out)
      const worst = Math.max(...info.frames.map((t, i) => Math.abs(t - (made.frames[i] ?? -1))))
      after = `play copy ${made.frames.length} frames, worst ${worst.toFixed(4)}, rate ${made.timing.rate?.num}/${made.timing.rate?.den} ${made.duration.toFixed(3)} s`
    }
    console.log(
      path.basename(file).padEnd(28),
      info.duration.toFixed(3),
      's',
      info.frames.length,
      'frames, rate',
      info.timing.rate ? `${info.timing.rate.num}/${info.timing.rate.den}` : null,
      'timecode',
      info.timecode?.start ?? null,
      info.video.interlaced ? 'interlaced' : '',
      JSON.stringify(info.video.colour),
      plan.kind,
      after,
    )
  } catch (error) {
    console.log(path.basename(file).padEnd(28), String(error), (error as { detail?: string }).detail?.slice(0, 300))
  }
  await rm(folder, { recursive: true })
}
