import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { LinkHolder } from '../../seed/rows/senders.ts'
import type { OcrEngine } from '../src/engines/engine.ts'
import type { Product } from './product.ts'
import { randomNumbers } from './random-numbers.ts'

const run = promisify(execFile)

/** A file that a guest can fetch. */
export interface ServedFile {
  readonly url: string
  readonly type: string
  /** Absolute path of a copy. */
  readonly file: string
}

/** Addresses of files in every answer that a guest of a link gets about a video. */
export async function addressesFor(api: Product, guest: LinkHolder, video: string): Promise<string[]> {
  const answers = [
    await api.get(`/api/sharing_router/get_shared_video_details/${video}`, guest),
    await api.get('/api/sharing_router/room', guest),
    await api.get(`/api/sharing_router/download/${video}?file=original`, guest),
    await api.get(`/api/sharing_router/download/${video}?file=proxy`, guest),
    await api.get(`/api/quick-review/versions/${video}`, guest),
    await api.get(`/api/quick-review/storyboard/${video}`, guest),
    await api.post(`/api/quick-review/light-copy/${video}`, {}, guest),
    await api.get(`/api/transcripts/${video}/tracks`, guest),
  ]
  return [...new Set(answers.flatMap(({ text }) => text.match(/\/api\/files\/[^"\\]+/g) ?? []))]
}

/** Fetches all of them. @param folder for the copies @throws Error for one that is not served */
export async function servedFor(api: Product, guest: LinkHolder, video: string, folder: string): Promise<ServedFile[]> {
  const files: ServedFile[] = []
  for (const url of await addressesFor(api, guest, video)) {
    const answer = await fetch(api.base + url)
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`)
    const type = answer.headers.get('content-type') ?? ''
    const file = path.join(folder, `served-${files.length}`)
    await writeFile(file, Buffer.from(await answer.arrayBuffer()))
    files.push({ url, type, file })
  }
  return files
}

/** Random frames of a film as PNG files. WATERMARK_SEED, which is printed, chooses the same ones again. */
export async function randomFrames(film: string, frames: number, count: number): Promise<string[]> {
  const seed = Number(process.env.WATERMARK_SEED ?? Math.floor(Math.random() * 2 ** 32))
  console.log(`seed of the frames: WATERMARK_SEED=${seed}`)
  const random = randomNumbers(seed)
  const chosen = [...new Set(Array.from({ length: count }, () => Math.floor(random() * frames)))].sort((a, b) => a - b)
  const select = chosen.map((frame) => `eq(n,${frame})`).join('+')
  await run('ffmpeg', ['-v', 'error', '-y', '-i', film, '-vf', `select='${select}'`, '-vsync', '0', `${film}-%d.png`])
  return chosen.map((_, place) => `${film}-${place + 1}.png`)
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The words of a text that cannot be read in a picture. */
export async function unreadIn(engine: OcrEngine, picture: string, text: string): Promise<string[]> {
  const read = (await engine.read(picture)).map((line) => plain(line.text)).join(' ')
  return text
    .split(/\s+/)
    .map(plain)
    .filter((word) => word.length > 2 && !read.includes(word))
}
