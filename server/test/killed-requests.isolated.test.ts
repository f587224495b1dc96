import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { expect, test, vi } from 'vitest'
import { makeClip } from '../src/features/library/videos/clips/make-clip.job.ts'
import { renderSelects } from '../src/features/output/selects/render/render-selects.job.ts'
import type { Jobs } from '../src/platform/queue/jobs.ts'
import { killEach } from './kill-each.ts'
import { numberIn, numbersIn } from './made-media.ts'
import { CLEAN } from './renderings.ts'
import { FRAME, startStills } from './stills.ts'
import { unzipped } from './unzipped.ts'
import { context } from './worker-services.ts'

// The same number of attempts without their pauses, which would take a minute.
vi.mock('@footnote/contract/shared/limits.ts', async (load) => {
  const limits = await load<typeof import('@footnote/contract/shared/limits.ts')>()
  return { ...limits, JOBS: { ...limits.JOBS, kill_delays: limits.JOBS.kill_delays.map(() => 0.02) } }
})
vi.setConfig({ testTimeout: 120_000 })

const KILLS = 2
const { server, owner, folder, cut, ask, filmOf, notifications, wide } = await startStills()
const film = await filmOf(wide, { frame_rate_num: 30_000, frame_rate_den: 1001, width: 320, height: 180 })
const services = {
  ...{ db: server.db, storage: server.storage, queue: server.queue, config: server.config },
  tools: { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' },
  work_dir: path.join(folder, 'work'),
}

async function jobOf<Name extends keyof Jobs>(name: Name): Promise<Jobs[Name]> {
  const [job] = await server.takeJobs(name)
  return job!.data as Jobs[Name]
}
async function fetched(address: string): Promise<string> {
  const file = path.join(folder, 'fetched')
  const { body } = await fetch(new URL(address, server.base))
  await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream(file))
  return file
}

/** Asks for a file, makes it in the last attempt that its job has, and reads the numbers of the frames in it. */
const REQUESTS: Readonly<Record<string, { run: () => Promise<void>; read: (address: string) => Promise<number[]> }>> = {
  'a clip': {
    async run() {
      await server.post('/api/download_clip', { video_id: film, start_time: 10 * FRAME, end_time: 15 * FRAME }, owner)
      await makeClip(services)(await jobOf('make-clip'), context)
    },
    read: async (address) => await numbersIn(await fetched(address)),
  },
  'a ZIP of stills': {
    async run() {
      for (const frame of [10, 11, 12, 13, 14])
        await server.aComment(owner, film, { start_time: (frame + 0.5) * FRAME })
      await ask(film, owner)
      await cut(await jobOf('cut-stills'))
    },
    async read(address) {
      const zip = await fetch(new URL(address, server.base))
      const stills = unzipped(new Uint8Array(await zip.arrayBuffer()))
      return await Promise.all([...stills.values()].map(numberIn))
    },
  },
  'a rendering of selects': {
    async run() {
      const { id } = (await server.post('/api/selects', { name: 'Best of' }, owner)).json
      const items = [10, 12].map((start_frame) => ({
        video_id: film,
        start_frame,
        end_frame: start_frame + 2,
        note: '',
      }))
      items.push({ video_id: film, start_frame: 14, end_frame: 15, note: '' })
      await server.post(`/api/selects/${id}/items`, { items }, owner)
      await server.post(`/api/selects/${id}/render`, CLEAN, owner)
      await renderSelects(services)(await jobOf('render-selects'), context)
    },
    read: async (address) => await numbersIn(await fetched(address)),
  },
}

// The trial of the confinement comes before the first program, and once.
await REQUESTS['a clip']?.run()

test.skipIf(process.platform !== 'linux').each(Object.entries(REQUESTS))(
  '%s ends once and with the right frames, although ffmpeg is killed twice and no attempt follows',
  async (_what, { run, read }) => {
    const before = (await notifications(owner)).length
    const stop = await killEach('ffmpeg', KILLS)
    const running = run()
    await running.catch(() => undefined)
    expect([await stop(), await running]).toEqual([KILLS, undefined])
    const [{ error, download_file }, ...others] = await notifications(owner)
    expect([error ?? null, others.length]).toEqual([null, before])
    expect(await read(download_file)).toEqual([10, 11, 12, 13, 14])
  },
)
