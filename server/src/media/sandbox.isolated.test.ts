import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { afterAll, expect, it, vi } from 'vitest'
import { ffmpeg, makeJob } from '../../test/made-media.ts'
import { type MediaCommand, runProgram, startProgram } from './sandbox.ts'

const job = await makeJob()
const input = job.path('long.mp4')
// Outside the job's folder, in which the sandbox only tolerates files and folders.
const elsewhere = await makeJob()
const silent = elsewhere.path('silent.mp4')
await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=640x360:d=30:r=30', '-preset', 'ultrafast', input)
// A pipe without a writer, which blocks every reader.
execFileSync('mkfifo', [silent])

afterAll(async () => {
  await job.remove()
  await elsewhere.remove()
})

/** Encodes for much longer than any test waits. */
const slow = (output: string): MediaCommand => ({
  program: 'ffmpeg',
  input,
  inputOptions: ['-stream_loop', '1000'],
  options: ['-c:v', 'libx264', '-preset', 'veryslow', '-f', 'mp4', `file:${job.path(output)}`],
  wallSeconds: 600,
})

/** Command lines of running processes that contain a path. */
function processesNaming(path: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((id) => {
      if (!id) return false
      try {
        return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(path)
      } catch {
        return false
      }
    })
}

const expectGone = (path: string): Promise<void> => expect.poll(() => processesNaming(path)).toEqual([])

it('a run past its time limit is ended, with all its processes', async () => {
  const command = { ...slow('late.mp4'), wallSeconds: 1 }
  await expect(runProgram(job, command)).rejects.toMatchObject({ code: 'media_timeout', caused_by_file: false })
  await expectGone(job.path('late.mp4'))
})

it('a run without progress is ended', async () => {
  const command: MediaCommand = {
    program: 'ffprobe',
    input: silent,
    options: ['-show_format'],
    wallSeconds: 60,
    stallSeconds: 1,
  }
  await expect(runProgram(job, command)).rejects.toMatchObject({ code: 'media_stalled' })
  await expectGone(job.folder)
})

it('aborting a job ends its program and throws the reason', async () => {
  const caller = new AbortController()
  const running = runProgram({ ...job, signal: caller.signal }, slow('off.mp4'))
  setTimeout(() => caller.abort(new Error('called off')), 500)
  await expect(running).rejects.toThrow('called off')
  await expectGone(job.path('off.mp4'))
  await expect(runProgram({ ...job, signal: caller.signal }, slow('never.mp4'))).rejects.toThrow('called off')
  expect(existsSync(job.path('never.mp4'))).toBe(false)
})

it('a program does not outlive the process that started it, even a killed one', async () => {
  const output = 'orphan.mp4'
  const code = `import { runProgram } from '${new URL('./sandbox.ts', import.meta.url)}'
    await runProgram(${JSON.stringify({ tools: job.tools, folder: job.folder })}, ${JSON.stringify(slow(output))})`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' })
  const others = () => processesNaming(job.path(output)).filter((id) => id !== parent.pid)
  // Before it writes it may not be tied to its parent yet; the supervisor ends such programs by the mark of their run.
  await expect.poll(() => existsSync(job.path(output))).toBe(true)
  expect(others()).not.toEqual([])
  parent.kill('SIGKILL')
  await expectGone(job.path(output))
})

it('a reader that stops early ends the program without a failure', async () => {
  const running = await startProgram(job, { ...slow('x.mp4'), options: ['-f', 'rawvideo', 'pipe:1'] })
  for await (const _ of running.stdout) break
  running.stop()
  await running.finished
})

it('no file grows past its limit', async () => {
  const output = job.path('big.avi')
  const command: MediaCommand = {
    program: 'ffmpeg',
    input,
    options: ['-c:v', 'rawvideo', `file:${output}`],
    wallSeconds: 60,
    fileBytes: 1_000_000,
  }
  await expect(runProgram(job, command)).rejects.toMatchObject({ code: 'media_too_heavy', caused_by_file: true })
  expect((await stat(output)).size).toBeLessThanOrEqual(1_000_000)
})

it('the program sees none of this process’s settings', async () => {
  process.env.FOOTNOTE_PROOF = 'proof'
  const command = slow('environment.mp4')
  const caller = new AbortController()
  const running = runProgram({ ...job, signal: caller.signal }, command)
  const ids = await vi.waitUntil(() => {
    const found = processesNaming(job.path('environment.mp4'))
    return found.length > 0 && found
  }, 60_000)
  const environments = ids.map((id) => readFileSync(`/proc/${id}/environ`, 'utf8'))
  caller.abort()
  await expect(running).rejects.toThrow()
  for (const environment of environments) expect(environment).not.toContain('FOOTNOTE_PROOF')
})

it('missing programs are named', async () => {
  const tools = { ffmpeg: '/nowhere/ffmpeg', ffprobe: '/nowhere/ffprobe' }
  await expect(runProgram({ ...job, tools }, slow('tools.mp4'))).rejects.toMatchObject({ code: 'media_tools_missing' })
})

it('progress is reported in seconds of the output', async () => {
  const seen: number[] = []
  await runProgram(job, {
    program: 'ffmpeg',
    input,
    options: ['-f', 'null', '-'],
    wallSeconds: 60,
    onProgress: (seconds) => seen.push(seconds),
  })
  expect(seen.at(-1)).toBeGreaterThan(29)
  expect(seen).toEqual(seen.toSorted((one, other) => one - other))
})
