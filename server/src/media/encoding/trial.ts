import path from 'node:path'
import { largest } from '@footnote/contract/shared/extremes.ts'
import sharp from 'sharp'
import { withJobFolder } from '../../platform/confinement/job-folder.ts'
import { readFilm } from '../film.ts'
import { MediaError } from '../media-error.ts'
import { cutStill } from '../pictures/still.ts'
import type { MediaJob, MediaTools } from '../sandbox.ts'
import { usualPlan } from '../sound/plan.ts'
import { encodeByHardware } from './encode.ts'
import { findHardware, HARDWARE_KINDS, type Hardware, type HardwareKind } from './hardware.ts'
import { writeTrialFilm } from './trial-film.ts'

/** What a trial of hardware encoders found. */
export interface TrialOutcome {
  /** The first that works; null if none does. */
  readonly hardware: Hardware | null
  /** For the log and for administrators: why each of the others does not. */
  readonly reasons: readonly string[]
}

/** A frame of the trial's film, from its middle. */
const FRAME = 12
/** Largest difference of a colour's mean within a patch, of 255: encoders round, broken drivers show green. */
const SAME = 12
/** Lines of ffmpeg that explain a failure. */
const LINES = 3
/** Milliseconds of a trial, also on a busy machine; a driver may hang. */
const PATIENCE = 120_000

/**
 * Encodes a second of film by each of some kinds of hardware, confined as every film is, until one works.
 * @param work_dir absolute path of the folder for job folders
 * @param wanted 'auto' for the first that works
 * @param find looks for the device files
 * @throws UntriedError
 */
export async function tryHardware(
  tools: MediaTools,
  work_dir: string,
  wanted: HardwareKind | 'auto',
  find: (kind: HardwareKind) => Promise<Hardware | null> = findHardware,
): Promise<TrialOutcome> {
  const reasons: string[] = []
  for (const kind of wanted === 'auto' ? HARDWARE_KINDS : [wanted]) {
    const hardware = await find(kind)
    const reason = hardware ? await reasonAgainst(tools, work_dir, hardware) : 'this machine has no device for it'
    if (hardware && reason === null) return { hardware, reasons }
    reasons.push(`${kind}: ${reason}`)
  }
  return { hardware: null, reasons }
}

/** @returns null if it works */
export async function reasonAgainst(
  tools: MediaTools,
  work_dir: string,
  hardware: Hardware,
  patience = PATIENCE,
): Promise<string | null> {
  const signal = AbortSignal.timeout(patience)
  try {
    await withJobFolder(work_dir, (folder) => tryOne({ tools, folder, signal }, hardware))
    return null
  } catch (error) {
    if (error === signal.reason) return 'it took too long'
    if (!(error instanceof MediaError)) throw error
    const said = error.detail.trim().split('\n').slice(-LINES).join('; ')
    return said || error.message
  }
}

/** @throws MediaError unless the film comes back with its frames and colours */
async function tryOne(job: MediaJob, hardware: Hardware): Promise<void> {
  const [file, copy] = [path.join(job.folder, 'trial.avi'), path.join(job.folder, 'trial.mp4')]
  await writeTrialFilm(file)
  const film = await readFilm(job, file)
  const sound = usualPlan(film.info)
  await encodeByHardware({ job, ...film, sound, output: copy }, hardware)
  const [filmed, shown] = [await patchesOf(job, film), await patchesOf(job, await readFilm(job, copy))]
  const worst = largest(filmed.map((value, place) => Math.abs(value - (shown[place] ?? Number.NaN))))
  if (!(worst <= SAME)) throw new MediaError('media_failed', `its colours differ by ${worst} of 255`)
}

/** Means of the colours in patches of a frame. */
async function patchesOf(job: MediaJob, { input, info }: Awaited<ReturnType<typeof readFilm>>): Promise<number[]> {
  const still = path.join(job.folder, `still-${path.basename(input)}.png`)
  await cutStill(job, input, info, FRAME, still)
  const small = sharp(still).removeAlpha().resize(4, 4, { fit: 'fill', kernel: 'cubic' })
  return [...(await small.raw().toBuffer())]
}
