import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { ffmpeg, makeJob, NUMBERED, numbersIn } from '../../../test/made-media.ts'
import { readFilm } from '../film.ts'
import { MediaError } from '../media-error.ts'
import { makeLightCopy, makeRendition } from '../rendition.ts'
import { usualPlan } from '../sound/plan.ts'
import { ChosenHardware } from './chosen-hardware.ts'
import type { Hardware } from './hardware.ts'
import { reasonAgainst, tryHardware } from './trial.ts'
import { writeTrialFilm } from './trial-film.ts'

// No test here has hardware: they show what happens without it, and what is accepted from an encoder.
vi.setConfig({ testTimeout: 120_000 })

const job = await makeJob()
afterAll(() => job.remove())
const missing = (kind: Hardware['kind']): Hardware => ({ kind, devices: ['/dev/dri/renderD999'] })

test('the film of a trial has a second of moving colours', async () => {
  const file = job.path('trial.avi')
  await writeTrialFilm(file)
  const { info } = await readFilm(job, file)
  expect(info).toMatchObject({ width: 320, height: 192, duration: 1, timing: { rate: { num: 25, den: 1 } } })
  expect([...info.frames].map((time) => Math.round(time * 25))).toEqual(Array.from({ length: 25 }, (_, frame) => frame))
})

test('without a device, ffmpeg itself says why each kind does not work', async () => {
  const reason = (kind: Hardware['kind']) => reasonAgainst(job.tools, job.folder, missing(kind))
  expect(await reason('vaapi')).toMatch(/renderD999|VAAPI/i)
  expect(await reason('qsv')).toMatch(/renderD999|VAAPI/i)
  expect(await reason('nvenc')).toMatch(/libcuda|CUDA|nvenc/i)
})

test('a machine without devices tries nothing, and names what it lacks for each kind', async () => {
  const none = async () => null
  const lacks = (kind: string) => `${kind}: this machine has no device for it`
  expect(await tryHardware(job.tools, job.folder, 'auto', none)).toEqual({
    hardware: null,
    reasons: [lacks('nvenc'), lacks('vaapi'), lacks('qsv')],
  })
  expect(await tryHardware(job.tools, job.folder, 'qsv', none)).toEqual({ hardware: null, reasons: [lacks('qsv')] })
})

/** An ffmpeg whose NVENC is x264, with further filters: no hardware takes part. */
async function replaced(name: string, ...filters: string[]): Promise<string> {
  const file = job.path(name)
  const script = `#!/bin/sh
first=1
for word in "$@"; do
  [ $first = 1 ] && set -- && first=0
  case $word in
    h264_nvenc) set -- "$@" libx264 ;;
    p4) set -- "$@" veryfast ;;
    -rc | -cq | -forced-idr) drop=1 ;;
    *,format=yuv420p) set -- "$@" "${['$word', ...filters].join(',')}" ;;
    *) [ -n "$drop" ] || set -- "$@" "$word"; drop= ;;
  esac
done
exec /usr/bin/ffmpeg "$@"
`
  await writeFile(file, script)
  await chmod(file, 0o755)
  return file
}

test('an encoder passes when the film comes back with its frames and colours, and not otherwise', async () => {
  const reason = async (name: string, ...filters: string[]) =>
    reasonAgainst({ ...job.tools, ffmpeg: await replaced(name, ...filters) }, job.folder, missing('nvenc'))
  expect(await reason('good-ffmpeg')).toBeNull()
  expect(await reason('green-ffmpeg', 'hue=h=90')).toMatch(/colours differ by \d+/)
  expect(await reason('lossy-ffmpeg', "select='not(eq(n,7))'")).toMatch(/other frames/)
  expect(await reason('small-ffmpeg', 'scale=160:96')).toMatch(/another picture/)
})

test('an encoder that hangs is given up', async () => {
  const file = job.path('hanging-ffmpeg')
  await writeFile(file, '#!/bin/sh\ncase "$*" in *h264_nvenc*) exec sleep 600 ;; esac\nexec /usr/bin/ffmpeg "$@"\n')
  await chmod(file, 0o755)
  expect(await reasonAgainst({ ...job.tools, ffmpeg: file }, job.folder, missing('nvenc'), 6_000)).toBe(
    'it took too long',
  )
})

test('a film at which hardware fails is encoded by software, with each of its frames, and the failure is reported', async () => {
  const source = job.path('film.mkv')
  await ffmpeg('-f', 'lavfi', '-i', `testsrc2=s=320x180:r=25:d=2,${NUMBERED}`, '-c:v', 'libx265', source)
  const hardware = new ChosenHardware()
  const failures: unknown[] = []
  // As after a trial that passed: the device is gone since.
  hardware.use(missing('vaapi'), (error) => failures.push(error))
  const broken = { ...job, tools: { ...job.tools, hardware } }
  const { input, info } = await readFilm(broken, source)
  const [played, light] = [job.path('played.mp4'), job.path('light.mp4')]
  const sound = usualPlan(info)
  const made = await makeRendition(broken, input, info, { kind: 'transcode' }, sound, played)
  expect(made).toEqual({ file: played, exact: true })
  expect(await makeLightCopy(broken, input, info, sound, light)).toBe(light)
  const frames = Array.from({ length: 50 }, (_, frame) => frame)
  expect([await numbersIn(played), await numbersIn(light)]).toEqual([frames, frames])
  expect(failures).toHaveLength(2)
  expect(failures[0]).toBeInstanceOf(MediaError)
  expect(hardware.current).not.toBeNull()
})

test('work that is ended says nothing of the hardware', async () => {
  const source = job.path('short.mp4')
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=1', source)
  const hardware = new ChosenHardware()
  const failures: unknown[] = []
  hardware.use(missing('vaapi'), (error) => failures.push(error))
  const stopping = new AbortController()
  const broken = { ...job, tools: { ...job.tools, hardware }, signal: stopping.signal }
  const { input, info } = await readFilm(broken, source)
  const making = makeRendition(
    broken,
    input,
    info,
    { kind: 'transcode' },
    usualPlan(info),
    path.join(job.folder, 'x.mp4'),
  )
  stopping.abort(new Error('The video was deleted.'))
  await expect(making).rejects.toThrow('The video was deleted.')
  expect(failures).toEqual([])
})
