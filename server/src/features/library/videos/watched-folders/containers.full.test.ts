import { open, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { completenessOf } from '@footnote/contract/shared/containers/completeness.ts'
import { trackKinds } from '@footnote/contract/shared/containers/tracks.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { ffmpeg, H264 } from '../../../../../test/made-media.ts'
import { temporaryFolder } from '../../../../../test/temporary-folder.ts'
import { readAt } from './grown-file.ts'

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=4']
const SOUND = ['-f', 'lavfi', '-i', 'sine=d=4']
const FILM = [...PICTURE, ...SOUND, ...H264]
const BOTH = { picture: true, sound: true }
const ONLY_SOUND = { picture: false, sound: true }
const ONLY_PICTURE = { picture: true, sound: false }

/** Files as programs write them, and the kinds of their tracks; null where nobody reads these. */
const FILES: Readonly<Record<string, readonly [readonly string[], typeof BOTH | null]>> = {
  'film.mp4': [FILM, BOTH],
  'index first.mp4': [[...FILM, '-movflags', '+faststart'], BOTH],
  'fragments.mp4': [[...FILM, '-movflags', '+frag_keyframe+empty_moov'], BOTH],
  'film.mov': [[...FILM, '-timecode', '10:00:00:00'], BOTH],
  'prores.mov': [[...PICTURE, ...SOUND, '-c:v', 'prores', '-c:a', 'pcm_s16le'], BOTH],
  'silent.mp4': [[...PICTURE, ...H264], ONLY_PICTURE],
  'film.mkv': [FILM, BOTH],
  'film.webm': [[...PICTURE, ...SOUND, '-c:v', 'libvpx', '-c:a', 'libopus'], BOTH],
  'live.mkv': [[...FILM, '-live', '1'], BOTH],
  'sound.mp4': [SOUND, ONLY_SOUND],
  'sound.m4a': [SOUND, ONLY_SOUND],
  'sound.mov': [[...SOUND, '-c:a', 'pcm_s16le'], ONLY_SOUND],
  'sound.mkv': [SOUND, ONLY_SOUND],
  'sound.webm': [[...SOUND, '-c:a', 'libopus'], ONLY_SOUND],
  'film.ts': [FILM, null],
  'film.m2ts': [FILM, null],
  'film.avi': [FILM, null],
  'film.flv': [FILM, null],
  'film.mpg': [[...PICTURE, ...SOUND], null],
}

let folder: string
beforeAll(async () => {
  folder = await temporaryFolder('containers')
  for (const [name, [args]] of Object.entries(FILES)) await ffmpeg(...args, path.join(folder, name))
})

async function looked<T>(name: string, look: (read: Parameters<typeof trackKinds>[0], size: number) => Promise<T>) {
  const handle = await open(path.join(folder, name))
  try {
    return await look((start, length) => readAt(handle, start, length), (await handle.stat()).size)
  } finally {
    await handle.close()
  }
}

describe.each(Object.entries(FILES))('%s', (name, [, kinds]) => {
  test('has tracks of the kinds that it was made with', async () => {
    expect(await looked(name, trackKinds)).toEqual(kinds)
  })

  test('is whole', async () => {
    expect(await looked(name, completenessOf)).toBe('whole')
  })

  test('says when its end is missing, if its container can say that', async () => {
    const file = await readFile(path.join(folder, name))
    const part = `part of ${name}`
    await writeFile(path.join(folder, part), file.subarray(0, Math.floor(file.length / 2) - 1))
    const silent = ['live.mkv', 'film.flv', 'film.mpg'].includes(name)
    const first = ['index first.mp4', 'fragments.mp4'].includes(name)
    const boxed = /\.(?:mp4|mov|m4a)$/.test(name)
    expect(await looked(part, completenessOf)).toBe(silent ? 'whole' : boxed && !first ? 'no_index' : 'cut')
  })
})
