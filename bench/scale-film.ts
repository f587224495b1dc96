import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { lenderOf } from '../server/src/engines/pool.ts'
import type { Engines } from '../server/src/engines/registry.ts'

const execute = promisify(execFile)
const FILM = path.resolve(import.meta.dirname, '../samples/kitchen.mp4')
/** Minutes of the video that is indexed during the measurement. */
const MINUTES = 30

/** Makes a video that takes long to index: a repeated sample film. */
export async function makeFilm(file: string): Promise<void> {
  const looped = ['-stream_loop', '-1', '-i', FILM, '-t', String(60 * MINUTES)]
  await execute('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...looped, '-c', 'copy', file])
}

/** Takes a still from a film. */
export async function takePicture(film: string, file: string): Promise<void> {
  await execute('ffmpeg', ['-v', 'error', '-y', '-ss', '5', '-i', film, '-frames:v', '1', file])
}

/** Vectors of the visual engine without weights for some frames of a film. */
export async function describeFrames(place: string, engines: Engines): Promise<Float32Array[]> {
  const frames = path.join(place, 'frames')
  await mkdir(frames, { recursive: true })
  await execute('ffmpeg', ['-v', 'error', '-i', FILM, '-vf', 'fps=0.5', '-frames:v', '20', `${frames}/%02d.jpg`])
  using loan = lenderOf(engines).lend()
  const seen: Float32Array[] = []
  for (let at = 1; existsSync(`${frames}/${String(at).padStart(2, '0')}.jpg`); at++) {
    const described = await loan.engines.visual.engine?.describeReference(
      `${frames}/${String(at).padStart(2, '0')}.jpg`,
    )
    if (described?.descriptor) seen.push(described.descriptor)
  }
  return seen
}
