import { trackKinds } from '@footnote/contract/shared/containers/tracks.ts'
import { useEffect, useState } from 'react'

const ONLY_SOUND = 'It has only sound, and Footnote needs a picture.'
const EMPTY = 'It is empty.'

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
/** Extensions of videos for which browsers have no type, or not a video type. */
export const UNTYPED = ['.mkv', '.avi', '.mts', '.m2ts', '.ts', '.flv', '.wmv', '.mpg', '.mpeg', '.3gp', '.ogv']

/** Whether a file is accepted as a video, by its type or its extension. */
export const isVideo = ({ type, name }: File): boolean =>
  type.startsWith('video/') || UNTYPED.some((extension) => name.toLowerCase().endsWith(extension))

/** Milliseconds after which a file that is read slowly, such as from a network, counts as a video. */
const PATIENCE = 3_000

/** Whether a file is sound by its type or its extension. */
export const isSound = ({ type, name }: File): boolean =>
  type.startsWith('audio/') || SOUND.some((extension) => name.toLowerCase().endsWith(extension))

const answers = new WeakMap<File, Promise<string | null>>()

/**
 * Why a file cannot become a video, as far as it can be read here: it is empty, or has sound and no picture. Each file is
 * read once.
 * @returns a sentence; null if nothing is known against it
 */
export function whyUnfit(file: File): Promise<string | null> {
  const answer = answers.get(file) ?? look(file)
  answers.set(file, answer)
  return answer
}

async function look(file: File): Promise<string | null> {
  if (file.size === 0) return EMPTY
  return (await hasOnlySound(file)) ? ONLY_SOUND : null
}

async function hasOnlySound(file: File): Promise<boolean> {
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

/** The unfit files among the first ones of a list, as they become known, with the reasons. Others are looked at before they are sent. */
export function useUnfit(files: readonly { readonly file: File }[], most: number): ReadonlyMap<File, string> {
  const [found, setFound] = useState<ReadonlyMap<File, string>>(new Map())
  useEffect(() => {
    let left = false
    const look = async () => {
      for (const { file } of files.slice(0, most)) {
        if (left) return
        const why = await whyUnfit(file)
        if (why) setFound((before) => (before.has(file) ? before : new Map([...before, [file, why]])))
      }
    }
    void look()
    return () => {
      left = true
    }
  }, [files, most])
  return found
}
