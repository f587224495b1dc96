import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import sharp from 'sharp'

const run = promisify(execFile)

/**
 * Writes one picture of a film, cropped to a size, in the format of the file's extension: AVIF or WebP.
 * @param second time in the film
 */
export async function still(
  film: string,
  second: number,
  { width, height }: { width: number; height: number },
  file: string,
): Promise<void> {
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-ss', String(second), '-i', film, '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', '-'],
    { encoding: 'buffer', maxBuffer: 64 * 1024 ** 2 },
  )
  const cut = sharp(stdout).resize(width, height, { fit: 'cover' })
  await (file.endsWith('.avif') ? cut.avif({ quality: 45, effort: 6 }) : cut.webp({ quality: 70 })).toFile(file)
}
