import { sampleVideo } from '../src/media/pictures/sampling/samples.ts'
import { probe } from '../src/media/probe.ts'
import type { MediaJob } from '../src/media/sandbox.ts'

/** All frames of a pass over a film, and its shots. @param file absolute path */
export async function sampleFilm(job: MediaJob, file: string) {
  const info = await probe(job, file)
  const sampling = sampleVideo(job, file, info)
  const frames = await Array.fromAsync(sampling)
  return { info, frames, shots: sampling.shots }
}
