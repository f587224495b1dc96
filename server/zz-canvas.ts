import { createReadStream, statSync } from 'node:fs'
import http from 'node:http'
import { chromium } from 'playwright-core'
import { makeHdr } from './test/odd-films.ts'
import { makeJob } from './test/made-media.ts'
import { makeVariedFilm, patchesOf } from './test/varied-films.ts'
import { readFilm } from './src/media/film.ts'
import { cutStill } from './src/media/pictures/still.ts'
import { makeRendition } from './src/media/rendition.ts'
import { planRendition } from './src/media/rendition-plan.ts'
import { usualPlan } from './src/media/sound/plan.ts'
const job = await makeJob()
let file = ''
const s = http
  .createServer((q, r) => {
    if (q.url === '/') {
      r.setHeader('content-type', 'text/html')
      r.end('<video id=v muted></video>')
      return
    }
    const size = statSync(file).size
    const m = /bytes=(\d+)-(\d*)/.exec(q.headers.range ?? '')
    const a = m ? Number(m[1]) : 0
    const b = m?.[2] ? Number(m[2]) : size - 1
    r.writeHead(m ? 206 : 200, {
      'content-type': file.endsWith('webm') ? 'video/webm' : 'video/mp4',
      'accept-ranges': 'bytes',
      'content-length': b - a + 1,
      ...(m ? { 'content-range': `bytes ${a}-${b}/${size}` } : {}),
    })
    createReadStream(file, { start: a, end: b }).pipe(r)
  })
  .listen(0, '127.0.0.1')
await new Promise((y) => s.on('listening', y))
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage()
await page.goto(`http://127.0.0.1:${(s.address() as { port: number }).port}/`)
let n = 0
async function canvas(): Promise<Buffer> {
  n += 1
  const url = await page.evaluate(async (name) => {
    const v = document.getElementById('v') as HTMLVideoElement
    v.src = `/${name}`
    await new Promise((y, no) => {
      v.onloadeddata = y
      v.onerror = () => no(new Error('cannot play'))
    })
    v.currentTime = 0.1
    await new Promise((y) => {
      v.onseeked = y
    })
    const c = document.createElement('canvas')
    c.width = v.videoWidth
    c.height = v.videoHeight
    c.getContext('2d')!.drawImage(v, 0, 0)
    return c.toDataURL('image/png')
  }, `x${n}`)
  return Buffer.from(url.split(',')[1]!, 'base64')
}
const worst = (a: number[][], b: number[][]) =>
  Math.max(...a.flatMap((p, i) => p.map((v, k) => Math.abs(v - b[i]![k]!))))
const cases: [string, object][] = (
  ['none', 'bt709', 'bt601', 'pal', 'matrix_alone', 'primaries_alone', 'full', 'full_alone', 'reserved'] as const
).flatMap(
  (tags) =>
    [
      [`${tags}.mp4`, { tags }],
      [`${tags}-i.mp4`, { tags, interlaced: true }],
    ] as [string, object][],
)
cases.push(
  ['quarter.mp4', { turn: 'quarter' }],
  ['quarter-i.mp4', { turn: 'quarter', interlaced: true }],
  ['vp9.webm', { codec: 'libvpx-vp9', tags: 'bt709' }],
  ['h265.mkv', { codec: 'libx265', tags: 'bt601' }],
  ['mpeg2.ts', { codec: 'mpeg2video', tags: 'none', interlaced: true }],
)
for (const [name, own] of cases) {
  const path = job.path(name)
  await makeVariedFilm(path, { rate: { num: 25, den: 1 }, frames: 10, ...own } as never)
  const { input, info } = await readFilm(job, path)
  await cutStill(job, input, info, 2, job.path('still.png'))
  const still = await patchesOf(job.path('still.png'))
  const plan = planRendition(info, usualPlan(info))
  file = input
  if (plan.kind !== 'original') {
    file = job.path(`out.${plan.kind === 'copy' ? plan.container : 'mp4'}`)
    await makeRendition(job, input, info, plan, usualPlan(info), file)
  }
  console.log(
    name.padEnd(22),
    plan.kind.padEnd(10),
    'canvas and still',
    worst(await patchesOf(await canvas()), still).toFixed(2),
  )
}
await browser.close()
s.close()
await job.remove()
