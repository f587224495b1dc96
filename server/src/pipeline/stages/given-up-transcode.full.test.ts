import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startIndexing } from '../../../test/indexing.ts'
import { ffmpeg } from '../../../test/made-media.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { prepareForPlaying } from '../../features/library/videos/commands.ts'

/** The ffmpeg of this machine, with or without its H.264 encoder, which some systems lack. */
const install = async (encoder: 'with' | 'without') => {
  const refusal = 'case " $* " in *" libx264 "*) echo "Unknown encoder \'libx264\'" >&2; exit 1;; esac\n'
  await writeFile(program, `#!/bin/sh\n${encoder === 'with' ? '' : refusal}exec ffmpeg "$@"\n`)
  await chmod(program, 0o755)
}

const folder = await temporaryFolder('given-up')
await chmod(folder, 0o755)
const program = path.join(folder, 'ffmpeg')
await install('without')
const indexing = await startIndexing({ tools: { ffmpeg: program, ffprobe: 'ffprobe' } })
afterAll(() => indexing.close())

test('a video that cannot be prepared for playing says so, and is prepared after a retry', async () => {
  const film = path.join(folder, 'old.avi')
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=2', '-c:v', 'mpeg4', film)
  const id = await indexing.add(film)
  expect((await indexing.settled(id)).status).toBe('SUCCESS')
  const failed = await indexing.playable(id)
  expect(failed).toMatchObject({
    status: 'SUCCESS',
    playback: 'FAILED',
    playback_error: 'This video could not be prepared for playing. The video could not be processed. Please try again.',
    rendition_key: null,
  })
  await install('with')
  await indexing.db
    .transaction()
    .execute((transaction) => prepareForPlaying(transaction, indexing.queue, id, ['FAILED']))
  const ready = await indexing.playable(id)
  expect(ready).toMatchObject({ status: 'SUCCESS', playback: 'READY', playback_error: null })
  expect((await indexing.storage.stat(ready.rendition_key ?? ''))?.size).toBeGreaterThan(0)
})
