import { readFile, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { ffmpeg, makeJob } from '../../test/made-media.ts'
import { MediaError } from './media-error.ts'
import { readFirstFrames } from './pictures/decoded-times.ts'
import { readFrameIndex } from './pictures/frame-index.ts'
import { probe } from './probe.ts'
import { runProgram, startProgram } from './sandbox.ts'

const SECRET = 'zq7-never-shown'
let requests = 0

const job = await makeJob()
const server = createServer((_, response) => {
  requests += 1
  response.end(SECRET)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
await writeFile(job.path('secret.txt'), SECRET)

afterAll(async () => {
  server.close()
  await job.remove()
})

/** The message and the code of a file's refusal, and everything else in the failure. */
async function refusal(file: string): Promise<{ message: string; code: string; everything: string }> {
  const error = await probe(job, file).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(MediaError)
  const { message, code, detail, caused_by_file } = error as MediaError
  expect(caused_by_file).toBe(true)
  expect(message).not.toMatch(/ffmpeg|ffprobe|\/|moov|stream/)
  return { message, code, everything: message + detail }
}

it('an empty file is reported as empty', async () => {
  await writeFile(job.path('empty.mp4'), '')
  expect(await refusal(job.path('empty.mp4'))).toMatchObject({ code: 'media_empty', message: 'The file is empty.' })
})

it('a film with more frames than the limit is too heavy', async () => {
  const file = job.path('many.mkv')
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=32x32:r=1000:d=5', '-c:v', 'mjpeg', file)
  const first = await readFirstFrames(job, file, 0)
  const request = { video: 0, audio: null, start: 0, stated: [], duration: 5, first, hidden: false, may_jump: false }
  const { timing } = await readFrameIndex(job, file, { ...request, most_frames: 5_000 })
  expect(timing.times).toHaveLength(5_000)
  await expect(readFrameIndex(job, file, { ...request, most_frames: 4_999 })).rejects.toMatchObject({
    code: 'media_too_heavy',
    caused_by_file: true,
  })
})

it('a text is an unsupported kind of video', async () => {
  await writeFile(job.path('text.mp4'), 'just some words\n'.repeat(500))
  const { code, message } = await refusal(job.path('text.mp4'))
  expect({ code, message }).toEqual({ code: 'media_unsupported', message: 'This kind of video is not supported.' })
})

it.each([
  ['in MP4', 'sound.mp4', ['-c:a', 'aac']],
  ['in Matroska', 'sound.mkv', ['-c:a', 'libopus']],
  ['in WAV', 'wav.mp4', ['-f', 'wav']],
  ['in MP3', 'mp3.mp4', ['-f', 'mp3']],
  ['in FLAC', 'flac.mp4', ['-f', 'flac']],
])('sound alone %s has no picture', async (_, name, options) => {
  await ffmpeg('-f', 'lavfi', '-i', 'sine=d=1', ...options, job.path(name))
  expect(await refusal(job.path(name))).toMatchObject({ code: 'media_no_picture', message: 'The file has no picture.' })
})

it('sound with a cover picture has no moving picture', async () => {
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    'sine=d=1',
    '-f',
    'lavfi',
    '-i',
    'color=s=64x64:d=0.04',
    '-frames:v',
    '1',
    '-c:v',
    'mjpeg',
    '-disposition:v',
    'attached_pic',
    job.path('cover.m4a'),
  )
  expect(await refusal(job.path('cover.m4a'))).toMatchObject({ code: 'media_no_picture' })
})

it('a file without its index is incomplete', async () => {
  const file = job.path('cut.mp4')
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=d=2:s=320x180', file)
  await truncate(file, 30_000)
  expect(await refusal(file)).toMatchObject({
    code: 'media_incomplete',
    message: 'The file is incomplete: its index is missing. Upload another copy of it.',
  })
})

it('a file with a random index is damaged', async () => {
  const file = job.path('noise.mp4')
  const noise = Buffer.from(
    Array.from({ length: 50_000 }, (_, place) => (place * 7919 + (place >> 3) * 104_729) & 0xff),
  )
  await writeFile(
    file,
    Buffer.concat([
      Buffer.from('0000001866747970', 'hex'),
      Buffer.from('isom'),
      Buffer.alloc(12),
      Buffer.from('0000c3586d6f6f76', 'hex'),
      noise,
    ]),
  )
  expect(await refusal(file)).toMatchObject({
    code: 'media_damaged',
    message: 'The file is damaged. Upload another copy of it.',
  })
})

it('a file with random pictures is damaged', async () => {
  const file = job.path('pictures.mkv')
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc=d=1:s=320x180', '-bsf:v', 'noise=amount=1', '-c:v', 'libx264', file)
  expect(await refusal(file)).toMatchObject({ code: 'media_damaged' })
})

it('a picture beyond 8192 pixels is too large', async () => {
  await ffmpeg('-f', 'lavfi', '-i', 'color=s=9000x16:d=0.04', '-c:v', 'ffv1', job.path('wide.mkv'))
  expect(await refusal(job.path('wide.mkv'))).toMatchObject({ code: 'media_too_large' })
})

it('a sound recording in Ogg and an animation are unsupported', async () => {
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc=d=1:s=64x64', '-f', 'gif', job.path('gif.mp4'))
  expect(await refusal(job.path('gif.mp4'))).toMatchObject({ code: 'media_unsupported' })
  await ffmpeg('-f', 'lavfi', '-i', 'sine=d=1', '-f', 'ogg', job.path('ogg.mp4'))
  expect(await refusal(job.path('ogg.mp4'))).toMatchObject({ code: 'media_no_picture' })
})

const LISTS = (): [string, string][] => {
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret.ts`
  const secret = job.path('secret.txt')
  return [
    ['a playlist', `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${secret}\n#EXTINF:9,\n${address}\n#EXT-X-ENDLIST\n`],
    [
      'a playlist with a key',
      `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${address}"\n#EXTINF:9,\nfile://${secret}\n#EXT-X-ENDLIST\n`,
    ],
    ['a list of files', `ffconcat version 1.0\nfile '${secret}'\nfile '${address}'\n`],
    ['a description of parts', `<?xml version="1.0"?><MPD><Period><BaseURL>${address}</BaseURL></Period></MPD>`],
    [
      'a session description',
      `v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=video ${(server.address() as AddressInfo).port} RTP/AVP 96\n`,
    ],
  ]
}

it('texts that name other files or addresses are refused without reading those', async () => {
  for (const [kind, text] of LISTS()) {
    const file = job.path(`${kind}.mp4`)
    await writeFile(file, text)
    const { code, everything } = await refusal(file)
    expect(code, kind).toBe('media_unsupported')
    expect(everything, kind).not.toContain(SECRET)
  }
  expect(requests).toBe(0)
})

it('even direct use of ffmpeg reads nothing that such texts name', async () => {
  for (const [kind, text] of LISTS()) {
    const input = job.path(`${kind}.mp4`)
    await writeFile(input, text)
    const output = job.path('stolen.mkv')
    const error = await runProgram(job, {
      program: 'ffmpeg',
      input,
      options: ['-map', '0', '-c', 'copy', `file:${output}`],
      wallSeconds: 20,
    }).catch((cause: unknown) => cause)
    expect(error, kind).toBeInstanceOf(MediaError)
    expect((error as MediaError).detail, kind).not.toContain(SECRET)
    const running = await startProgram(job, {
      program: 'ffprobe',
      input,
      options: ['-show_format', '-show_data', '-show_packets'],
      wallSeconds: 20,
    })
    const printed: Buffer[] = []
    for await (const chunk of running.stdout) printed.push(chunk)
    await running.finished.catch(() => undefined)
    expect(Buffer.concat(printed).toString('latin1'), kind).not.toContain(SECRET)
  }
  expect(requests).toBe(0)
})

it('an encrypted film is reported as copy protected', async () => {
  const file = job.path('encrypted.mp4')
  const key = [
    '-encryption_key',
    '76a6c65c5ea762046bd749a2e632ccbb',
    '-encryption_kid',
    'a7e61c373e219033c21091fa607bf3b8',
  ]
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=25:duration=2', '-c:v', 'libx264']
  // The first block differs in each run, and sometimes decodes to a picture of noise.
  for (let round = 0; round < 3; round += 1) {
    await ffmpeg(...picture, '-pix_fmt', 'yuv420p', '-encryption_scheme', 'cenc-aes-ctr', ...key, '-y', file)
    expect(await refusal(file)).toMatchObject({ code: 'media_protected' })
  }
})

it.each([
  ['ogv', ['-c:v', 'libtheora']],
  ['asf', ['-c:v', 'wmv2']],
  ['webm', ['-c:v', 'libvpx', '-deadline', 'realtime']],
])('a damaged or truncated %s is the file’s fault, wherever the damage is', async (kind, codec) => {
  const whole = job.path(`whole.${kind}`)
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=25:duration=1', ...codec, whole)
  const bytes = await readFile(whole)
  const file = job.path(`broken.${kind}`)
  for (let round = 0; round < 8; round += 1) {
    const broken = Buffer.from(round % 2 ? bytes : bytes.subarray(0, Math.floor((bytes.length * (round + 1)) / 64)))
    // The positions are the same in every run.
    for (let place = 0; round % 2 && place < 40; place += 1)
      broken[(place * 7919 * (round + 1)) % (1 + 300 * round)] = 255
    await writeFile(file, broken)
    const error = await probe(job, file).catch((cause: unknown) => cause)
    if (error instanceof Error) expect(error).toMatchObject({ name: 'MediaError', caused_by_file: true })
  }
})
