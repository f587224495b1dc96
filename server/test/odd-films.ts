import { readFile, writeFile } from 'node:fs/promises'
import { ffmpeg, NUMBERED } from './made-media.ts'

/** Makes a recording that consists of others, one behind the other, each with a clock of its own. */
export async function makeJoined(
  file: string,
  parts: readonly { readonly seconds: number; readonly sound?: number }[],
  codecs: readonly string[] = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
): Promise<void> {
  const whole: Buffer[] = []
  let first = 0
  for (const { seconds, sound } of parts) {
    const numbers = NUMBERED.replaceAll('floor(N/', `floor((N+${first})/`)
    const heard = sound === undefined ? [] : ['-f', 'lavfi', '-i', `sine=d=${sound}`]
    const part = file.replace(/(\.\w+)$/, '.part$1')
    await ffmpeg('-f', 'lavfi', '-i', `testsrc2=s=192x108:r=25:d=${seconds},${numbers}`, ...heard, ...codecs, part)
    whole.push(await readFile(part))
    first += seconds * 25
  }
  await writeFile(file, Buffer.concat(whole))
}

/** What an HDR film states: transfer, primaries, matrix; null for what it leaves out. */
export type StatedHdr = readonly [transfer: string, primaries: string | null, matrix: string | null]

/** Makes a film of high dynamic range in HEVC that states a part of its colours. */
export async function makeHdr(file: string, [transfer, primaries, matrix]: StatedHdr): Promise<void> {
  const stated = [
    `transfer=${transfer}`,
    ...(primaries ? [`colorprim=${primaries}`] : []),
    ...(matrix ? [`colormatrix=${matrix}`] : []),
  ]
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'smptehdbars=s=192x108:r=25:d=0.4,format=yuv420p10le'],
    ...['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', `log-level=error:qp=8:${stated.join(':')}`],
    ...['-tag:v', 'hvc1', file],
  )
}

/** Makes a film without colours: its left half is black, its right half white. */
export async function makeGray(file: string, range: 'limited' | 'full'): Promise<void> {
  const [black, white] = range === 'limited' ? [16, 235] : [0, 255]
  await ffmpeg(
    ...['-f', 'lavfi', '-i', `color=s=192x108:r=25:d=2,format=gray,geq=lum='if(lt(X,W/2),${black},${white})'`],
    ...['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'gray'],
    ...['-x265-params', `log-level=error:qp=4:range=${range}`, '-tag:v', 'hvc1', file],
  )
}
