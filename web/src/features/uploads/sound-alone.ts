import { trackKinds } from '@footnote/contract/shared/containers/tracks.ts'
import { useEffect, useState } from 'react'

/** Says why a file without a picture is not uploaded. */
export const ONLY_SOUND = 'It has only sound, and Footnote needs a picture.'

/** Extensions of sound for which browsers may have no type. */
const SOUND = [
  '.m4a',
  '.mp3',
  '.wav',
  '.aac',
  '.flac',
  '.oga',
  '.opus',
  '.wma',
  '.aif',
  '.aiff',
  '.amr',
  '.mka',
  '.weba',
]
/** Milliseconds after which a file that is read slowly, such as from a network, counts as a video. */
const PATIENCE = 3_000

/** Whether a file is sound by its type or its extension. */
export const isSound = ({ type, name }: File): boolean =>
  type.startsWith('audio/') || SOUND.some((extension) => name.toLowerCase().endsWith(extension))

const answers = new WeakMap<File, Promise<boolean>>()

/** Whether a file has sound and no picture, as far as it can be read here. Each file is read once. */
export function hasOnlySound(file: File): Promise<boolean> {
  const answer = answers.get(file) ?? look(file)
  answers.set(file, answer)
  return answer
}

async function look(file: File): Promise<boolean> {
  if (isSound(file)) return true
  const read = async (start: number, length: number) =>
    new Uint8Array(await file.slice(start, start + length).arrayBuffer())
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((done) => {
    timer = setTimeout(() => done(null), PATIENCE)
  })
  try {
    const kinds = await Promise.race([trackKinds(read, file.size), late])
    return kinds?.sound === true && !kinds.picture
  } catch (error) {
    console.warn('tracks', error)
    return false
  } finally {
    clearTimeout(timer)
  }
}

/** The files without a picture among the first ones of a list, as they become known. Others are looked at before they are sent. */
export function useOnlySound(files: readonly { readonly file: File }[], most: number): ReadonlySet<File> {
  const [found, setFound] = useState<ReadonlySet<File>>(new Set())
  useEffect(() => {
    let left = false
    const look = async () => {
      for (const { file } of files.slice(0, most)) {
        if (left) return
        if (await hasOnlySound(file)) setFound((before) => (before.has(file) ? before : new Set([...before, file])))
      }
    }
    void look()
    return () => {
      left = true
    }
  }, [files, most])
  return found
}
