import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { drawnCases } from '../../../test/drawn-cases.ts'
import { type Modalities, startIndexing } from '../../../test/indexing.ts'
import { ffmpeg } from '../../../test/made-media.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'

const run = promisify(execFile)
const NOTHING_BUT_PICTURE = { visual: true, ocr: false, audio: false }

const folder = await temporaryFolder('broken')
const indexing = await startIndexing()
afterAll(() => indexing.close())

/** Messages of a decoder that is as strict as a browser's; empty when the file decodes to its end. */
const faultsOf = (file: string): Promise<string> =>
  run('ffmpeg', ['-v', 'error', '-xerror', '-i', file, '-f', 'null', '-']).then(
    ({ stderr }) => stderr,
    (error: { stderr: string }) => error.stderr || 'failed',
  )

const SPEECH_ONLY = { visual: false, ocr: false, audio: true }
const NOTHING = { visual: false, ocr: false, audio: false }
const H264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
const VP9 = ['-c:v', 'libvpx-vp9', '-cpu-used', '8', '-c:a', 'libopus']
/** Packets in the middle with random changes: pictures between key frames, and sound that no check reads. */
const PICTURES = ['-bsf:v', 'noise=amount=if(between(n\\,30\\,39)\\,200\\,0)']
const SOUND = ['-bsf:a', 'noise=amount=if(between(n\\,50\\,70)\\,50\\,0)']

/** Damage that sampling misses: a name, the options of the whole file, and the options that damage it. */
type Damage = [string, string, string[], string[], Modalities]
const IN_CONTAINERS: Damage[] = [
  ['pictures between the key frames of an mp4', 'a.mp4', [...H264, '-g', '25'], PICTURES, NOTHING_BUT_PICTURE],
  ['pictures between the key frames of an mkv', 'b.mkv', [...H264, '-g', '25'], PICTURES, NOTHING_BUT_PICTURE],
  ['pictures of a webm', 'c.webm', [...VP9, '-g', '25'], PICTURES, NOTHING_BUT_PICTURE],
]
const UNSEEN: Damage[] = [
  ['pictures, in a collection for speech only', 'd.mp4', [...H264, '-g', '250'], PICTURES, SPEECH_ONLY],
  ['pictures, in a collection that looks for nothing', 'e.mp4', [...H264, '-g', '250'], PICTURES, NOTHING],
]
const IN_SOUND: Damage = ['sound', 'f.mp4', [...H264, '-g', '250'], SOUND, NOTHING_BUT_PICTURE]

test.each([...drawnCases(IN_CONTAINERS), ...drawnCases(UNSEEN), IN_SOUND])(
  'broken %s: the product offers a rendition that decodes to its end; an intact video stays as it is',
  async (_which, name, codecs, damage, modalities) => {
    const whole = path.join(folder, name)
    const broken = path.join(folder, `broken-${name}`)
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=2', '-vf', 'noise=alls=15:allf=t']
    const sound = ['-f', 'lavfi', '-i', 'sine=duration=2']
    const flags = name.endsWith('mp4') ? ['-movflags', '+faststart'] : []
    await ffmpeg(...picture.slice(0, 4), ...sound, ...picture.slice(4), ...codecs, ...flags, whole)
    await ffmpeg('-i', whole, '-c', 'copy', ...damage, ...flags, broken)
    const ids = [await indexing.add(whole, modalities), await indexing.add(broken, modalities)]
    const [good, bad] = await Promise.all(ids.map((id) => indexing.settled(id).then(() => indexing.playable(id))))
    expect([good?.status, good?.playback]).toEqual(['SUCCESS', 'READY'])
    expect([bad?.status, bad?.playback, bad?.playback_error]).toEqual(['SUCCESS', 'READY', null])
    const encoded = (await indexing.transcodes()).map(({ video_id }) => video_id)
    expect([encoded.includes(ids[0] ?? ''), encoded.includes(ids[1] ?? '')]).toEqual([false, true])
    const file = await indexing.storage.local(bad?.rendition_key ?? '', folder)
    expect(await faultsOf(file)).toBe('')
  },
)

test.each(drawnCases(['mp4', 'mkv']))(
  'for a %s with broken pictures the product offers a rendition that decodes to its end; an intact one stays as it is',
  async (kind) => {
    const whole = path.join(folder, `whole.${kind}`)
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=5', '-c:v', 'libx264', '-g', '250']
    await ffmpeg(...picture, '-pix_fmt', 'yuv420p', '-movflags', '+faststart', whole)
    const bytes = await readFile(whole)
    const broken = path.join(folder, `broken.${kind}`)
    // In the middle of the pictures, at the same positions in every run.
    for (let place = 0; place < 60; place += 1) {
      const at = Math.floor(bytes.length * (0.3 + place / 100))
      bytes[at] = (bytes[at] ?? 0) ^ 0x5a
    }
    await writeFile(broken, bytes)
    expect(await faultsOf(broken)).not.toBe('')
    const [good, bad] = [
      await indexing.settled(await indexing.add(whole, NOTHING_BUT_PICTURE)),
      await indexing.settled(await indexing.add(broken, NOTHING_BUT_PICTURE)),
    ]
    expect([good.status, bad.status]).toEqual(['SUCCESS', 'SUCCESS'])
    const rendition = async () =>
      (
        await indexing.db
          .selectFrom('videos')
          .select('rendition_key')
          .where('id', '=', bad.id)
          .executeTakeFirstOrThrow()
      ).rendition_key
    const jobs = async () => {
      const rows = await indexing.transcodes()
      return rows.map(({ video_id, state }) => [video_id, state])
    }
    await expect.poll(jobs).toContainEqual([bad.id, 'completed'])
    expect((await jobs()).some(([video_id]) => video_id === good.id)).toBe(false)
    const file = await indexing.storage.local((await rendition()) ?? '', folder)
    expect(await faultsOf(file)).toBe('')
  },
)
