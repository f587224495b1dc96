import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFile, open, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { startIndexing } from '../../../test/indexing.ts'
import { ffmpeg, H264 } from '../../../test/made-media.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'

const run = promisify(execFile)

const folder = await temporaryFolder('input')
const indexing = await startIndexing({ billing: false })
afterAll(() => indexing.close())

const at = (name: string) => path.join(folder, name)
const picture = (size: string, seconds: number, rate = 25) => [
  ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`],
]
const sound = (seconds: number) => ['-f', 'lavfi', '-i', `sine=duration=${seconds}`, '-shortest']

/** The player's dimensions in pixels, and the duration in seconds. */
interface VideoShape {
  readonly width: number
  readonly height: number
  readonly duration: number
}

const GOOD: [string, (file: string) => Promise<unknown>, string, VideoShape][] = [
  [
    'without sound',
    (file) => ffmpeg(...picture('320x180', 3), ...H264, file),
    'silent.mp4',
    { width: 320, height: 180, duration: 3 },
  ],
  [
    'of one frame',
    (file) => ffmpeg(...picture('320x180', 1), '-frames:v', '1', ...H264, file),
    'frame.mp4',
    { width: 320, height: 180, duration: 0.04 },
  ],
  [
    'in 9:16',
    (file) => ffmpeg(...picture('360x640', 2), ...sound(2), ...H264, file),
    'upright.mp4',
    { width: 360, height: 640, duration: 2 },
  ],
  [
    'in 4K',
    (file) => ffmpeg(...picture('3840x2160', 1, 10), ...H264, file),
    'large.mp4',
    { width: 3840, height: 2160, duration: 1 },
  ],
  [
    'of variable frame rate',
    (file) =>
      ffmpeg(
        ...picture('320x180', 4, 30),
        ...['-vf', "select='lt(t,2)+not(mod(n,7))'", '-vsync', 'vfr'],
        ...[...H264, file],
      ),
    'variable.mp4',
    { width: 320, height: 180, duration: 4 },
  ],
  [
    'rotated by its metadata',
    async (file) => {
      await ffmpeg(...picture('320x180', 2), ...H264, at('unturned.mp4'))
      await ffmpeg('-i', at('unturned.mp4'), '-c', 'copy', '-metadata:s:v', 'rotate=90', file)
    },
    'turned.mp4',
    { width: 180, height: 320, duration: 2 },
  ],
  [
    'in HEVC in MKV',
    (file) => ffmpeg(...picture('320x180', 2), ...sound(2), '-c:v', 'libx265', '-preset', 'ultrafast', file),
    'hevc.mkv',
    { width: 320, height: 180, duration: 2 },
  ],
  [
    'in MPEG-4 in AVI',
    (file) => ffmpeg(...picture('320x180', 2), ...sound(2), '-c:v', 'mpeg4', '-c:a', 'mp3', file),
    'old.avi',
    { width: 320, height: 180, duration: 2 },
  ],
  [
    'with a name in Arabic with emoji and quotes',
    (file) => ffmpeg(...picture('320x180', 2), ...H264, file),
    'فيديو "العطلة" 🎬 \'2026\'.mp4',
    { width: 320, height: 180, duration: 2 },
  ],
]

test.concurrent.each(GOOD)('a video %s is indexed', async (_which, make, name, expected) => {
  await make(at(name))
  const video = await indexing.settled(await indexing.add(at(name)))
  expect(video).toMatchObject({
    status: 'SUCCESS',
    error: null,
    status_percentage: 100,
    file_name: name,
    width: expected.width,
    height: expected.height,
  })
  expect(Math.abs((video.duration ?? 0) - expected.duration)).toBeLessThan(0.3)
  expect((await indexing.storage.stat(video.thumbnail_key ?? ''))?.size).toBeGreaterThan(0)
})

test('a video that browsers cannot play gets a playable rendition, upright and of the same length', async () => {
  await ffmpeg(...picture('320x180', 2), ...sound(2), '-c:v', 'mpeg4', '-c:a', 'mp3', at('played.avi'))
  const id = await indexing.add(at('played.avi'))
  await indexing.settled(id)
  const { rendition_key } = await indexing.playable(id)
  const file = await indexing.storage.local(rendition_key ?? '', folder)
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-show_entries', 'stream=codec_name:format=duration', '-of', 'default=nw=1:nk=1', file],
  ])
  const [video, audio, duration] = stdout.trim().split('\n')
  expect([video, audio]).toEqual(['h264', 'aac'])
  expect(Math.abs(Number(duration) - 2)).toBeLessThan(0.3)
})

test('the timecode that a file states is stored, and none for a file without', async () => {
  await ffmpeg(...picture('320x180', 1), '-timecode', '10:00:00:05', ...H264, at('stated.mov'))
  await ffmpeg(...picture('320x180', 1), ...H264, at('unstated.mov'))
  const [stated, unstated] = await Promise.all(
    ['stated.mov', 'unstated.mov'].map(async (name) => indexing.settled(await indexing.add(at(name)))),
  )
  expect([stated?.timecode_start, stated?.timecode_drop]).toEqual([900_005, false])
  expect([unstated?.timecode_start, unstated?.timecode_drop]).toEqual([null, null])
})

test('uploading a file twice gives two videos', async () => {
  await ffmpeg(...picture('320x180', 2), ...H264, at('twice.mp4'))
  const ids = [await indexing.add(at('twice.mp4')), await indexing.add(at('twice.mp4'))]
  const videos = await Promise.all(ids.map((id) => indexing.settled(id)))
  expect(videos.map((video) => video.status)).toEqual(['SUCCESS', 'SUCCESS'])
})

const SECRET = `secret ${randomBytes(12).toString('hex')}`
const BAD: [string, (file: string) => Promise<unknown>, string, string][] = [
  [
    'audio only',
    (file) => ffmpeg('-f', 'lavfi', '-i', 'sine=duration=3', '-c:a', 'aac', file),
    'song.mp4',
    'The file has no picture.',
  ],
  ['0 bytes', (file) => writeFile(file, ''), 'empty.mp4', 'The file is empty.'],
  [
    'truncated, without its index',
    async (file) => {
      await ffmpeg(...picture('320x180', 5), ...H264, at('whole.mp4'))
      await copyFile(at('whole.mp4'), file)
      const handle = await open(file, 'r+')
      await handle.truncate(Math.floor((await handle.stat()).size / 2))
      await handle.close()
    },
    'half.mp4',
    'The file is incomplete: its index is missing. Upload another copy of it.',
  ],
  [
    'an m3u8 text called .mp4',
    async (file) => {
      await writeFile(at('secret.txt'), SECRET)
      await writeFile(
        file,
        `#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile://${at('secret.txt')}\n#EXT-X-ENDLIST\n`,
      )
    },
    'list.mp4',
    'This kind of video is not supported.',
  ],
  [
    'an ffconcat text called .mp4',
    async (file) => {
      await ffmpeg(...picture('320x180', 2), ...H264, at('private.mp4'))
      await writeFile(file, `ffconcat version 1.0\nfile '${at('private.mp4')}'\n`)
    },
    'concat.mp4',
    'This kind of video is not supported.',
  ],
]

test.each(BAD)('%s fails with a sentence that names the cause', async (_which, make, name, error) => {
  await make(at(name))
  const video = await indexing.settled(await indexing.add(at(name)))
  expect(video).toMatchObject({ status: 'FAILED', error, thumbnail_key: null, duration: null })
  expect(JSON.stringify(video)).not.toContain(SECRET)
})
