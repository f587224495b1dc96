import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { PROGRAM_ENVIRONMENT } from '../../platform/confinement/processes.ts'

/**
 * The option that makes this ffmpeg keep the frames' times instead of repeating and dropping frames. It was renamed in
 * 5.1. A version without a number counts as current.
 */
async function frameTimesOption(program: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, ['-version'], { env: PROGRAM_ENVIRONMENT, timeout: 10_000 })
  const [major = 99, minor = 0] = (/version n?(\d+)\.(\d+)/.exec(stdout) ?? []).slice(1).map(Number)
  return major < 5 || (major === 5 && minor < 1) ? '-vsync' : '-fps_mode'
}

const frameTimesOptions = new Map<string, Promise<string>>()

/** Output options that keep the frames' times. Asks each program until it has answered once. */
export async function keepFrameTimes(program: string): Promise<string[]> {
  const option = frameTimesOptions.get(program) ?? frameTimesOption(program)
  frameTimesOptions.set(program, option)
  try {
    return [await option, 'vfr']
  } catch {
    frameTimesOptions.delete(program)
    return ['-fps_mode', 'vfr']
  }
}
