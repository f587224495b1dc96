import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { SEARCH } from '@footnote/contract/shared/limits.ts'
import { fileTypeFromBuffer } from 'file-type'
import { atMost } from '../../platform/at-most.ts'
import { UntriedError } from '../../platform/confinement/confine.ts'
import { startDecoder } from '../../platform/confinement/decoder.ts'
import { withJobFolder } from '../../platform/confinement/job-folder.ts'
import { type ExitStatus, wasKilled } from '../../platform/confinement/processes.ts'
import { ProductError } from '../../platform/errors.ts'
import { type FetchLimits, fetchPublic, isPublicAddress } from '../../platform/net/public-fetch.ts'

const TYPES = new Set(['image/jpeg', 'image/png', 'image/webp'])
const PROGRAM = fileURLToPath(new URL('./picture.process.ts', import.meta.url))
/** All files that the program loads. */
const PARTS = [PROGRAM, path.resolve(PROGRAM, '../../../../package.json'), packagesFolder()]
/** Exit status of the program for an unreadable picture, and for one with too many pixels. */
const [UNREADABLE, TOO_LARGE] = [2, 3]
/** Exit status of shells and similar programs for a missing program. */
const NO_PROGRAM = 127
/** Time limit for one picture, in milliseconds. */
const PATIENCE_MS = 60_000
/** A JPEG of 1280 by 1280 is smaller. */
const FILE_BYTES = 16 * 2 ** 20
const MEMORY_BYTES = 4 * 2 ** 30
/** Each picture takes a process, and up to 200 MB. */
const inTurn = atMost(2)

export const FETCH_LIMITS: FetchLimits = {
  max_bytes: SEARCH.image_max_bytes,
  timeout: 10_000,
  max_redirects: 5,
  allows: isPublicAddress,
}

/**
 * Reads a picture from its address.
 * @throws ProductError image_url_refused | unsupported_media | too_large | unavailable
 */
export async function fetchReferenceImage(
  address: string,
  work_dir: string,
  limits: FetchLimits = FETCH_LIMITS,
): Promise<Buffer> {
  return await readReferenceImage(await fetchPublic(address, limits), work_dir)
}

/**
 * Checks a picture's first bytes, decodes it within limits and rotates it upright, in a confined process.
 * @param content the file, at most 10 MB
 * @param work_dir absolute path of the folder for jobs' private folders
 * @returns a JPEG of at most 1280 px
 * @throws ProductError unsupported_media | too_large | unavailable when this machine cannot confine or start the
 * process
 */
export async function readReferenceImage(content: Buffer, work_dir: string): Promise<Buffer> {
  const type = await fileTypeFromBuffer(content)
  if (!type || !TYPES.has(type.mime)) throw unsupported()
  return await inTurn(() =>
    withJobFolder(work_dir, async (folder) => {
      const [input, output] = [path.join(folder, 'picture'), path.join(folder, 'picture.jpg')]
      await writeFile(input, content)
      const ending = await decode(folder, input, output)
      if (ending.code === 0) return await readFile(output)
      throw refusalOf(ending)
    }),
  )
}

/** For example when only root may read Node or the product, and bubblewrap does not work. */
const NOT_STARTED =
  'This server cannot read pictures to search with. Its administrator has to install bubblewrap, or to move Node and Footnote to where every user may read them.'
const INTERRUPTED = 'This server could not read the picture at the moment. Please try again shortly.'

function refusalOf({ code, signal }: ExitStatus): ProductError {
  if (code === TOO_LARGE)
    return new ProductError('too_large', { detail: 'Pictures up to 25 megapixels can be searched with.' })
  if (wasKilled(code, signal)) return unavailable(INTERRUPTED)
  // A picture can crash the program; any other status means that it, or a part of it, could not start.
  return code === UNREADABLE || signal || (code ?? 0) > 128 ? unsupported() : unavailable(NOT_STARTED)
}

const unavailable = (detail: string) => new ProductError('unavailable', { detail })

const unsupported = () =>
  new ProductError('unsupported_media', { detail: 'Only JPEG, PNG and WebP pictures can be searched with.' })

async function decode(folder: string, input: string, output: string): Promise<ExitStatus> {
  const decoder = await startDecoder({
    trial: [process.execPath, '--version'],
    folder,
    input,
    parts: PARTS,
    files: [output],
    arguments: (file) => ['--max-old-space-size=128', PROGRAM, file, output],
    memoryBytes: MEMORY_BYTES,
    fileBytes: FILE_BYTES,
  }).catch((error: Error) => {
    throw error instanceof UntriedError ? unavailable(INTERRUPTED) : error
  })
  let late = false
  const timer = setTimeout(() => {
    late = true
    decoder.kill()
  }, PATIENCE_MS)
  decoder.stdout.resume()
  decoder.stderr.resume()
  const ending = await decoder.ended.catch((): ExitStatus => ({ code: NO_PROGRAM, signal: null }))
  clearTimeout(timer)
  return late ? { code: UNREADABLE, signal: null } : ending
}

/** The folder of sharp and its dependencies. */
function packagesFolder(): string {
  const entry = createRequire(import.meta.url).resolve('sharp')
  return entry.slice(0, entry.lastIndexOf(`${path.sep}sharp${path.sep}`))
}
