import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { frameAt } from '@footnote/contract/shared/frames.ts'
import type { Cuttings } from '../../engines/examination/paper.ts'
import type { FilmName } from '../../engines/examination/questions.ts'
import { extractAudio } from '../../media/audio.ts'
import { cutStill } from '../../media/pictures/still.ts'
import { type MediaInfo, probe } from '../../media/probe.ts'
import type { MediaJob } from '../../media/sandbox.ts'
import { usualPlan } from '../../media/sound/plan.ts'

/** Bytes of the header that `extractAudio` writes, where it has the sizes, and the bytes of a second. */
const HEADER = 44
const RIFF_SIZE_AT = 4
const DATA_SIZE_AT = 40
const SECOND = 32_000

/**
 * Cuts pictures and sounds out of the sample films into a job's folder. Each film is read once.
 * @param films_folder absolute path of the folder of the sample films
 * @throws MediaError when a film is missing or cannot be decoded
 */
export function cutFilms(job: MediaJob, films_folder: string): Cuttings {
  const infos = new Map<FilmName, Promise<MediaInfo>>()
  const sounds = new Map<FilmName, Promise<Buffer>>()
  const film_of = (film: FilmName) => path.join(films_folder, `${film}.mp4`)
  const once = <T>(made: Map<FilmName, Promise<T>>, film: FilmName, make: () => Promise<T>): Promise<T> => {
    const making = made.get(film) ?? make()
    made.set(film, making)
    return making
  }
  const info_of = (film: FilmName) => once(infos, film, () => probe(job, film_of(film)))
  const sound_of = (film: FilmName) =>
    once(sounds, film, async () => {
      const whole = path.join(job.folder, `${film}.wav`)
      const info = await info_of(film)
      const file = await extractAudio(job, film_of(film), info, usualPlan(info), whole)
      if (file === null) throw new Error(`The sample film ${film} has no sound.`)
      return await readFile(file)
    })
  return {
    async picture({ film, time }) {
      const info = await info_of(film)
      const file = path.join(job.folder, `${film}-${time}.png`)
      await cutStill(job, film_of(film), info, frameAt(info.timing, time), file)
      return file
    },
    async sound({ film, time }, until) {
      const whole = await sound_of(film)
      const at = (seconds: number) => HEADER + Math.round(seconds * (SECOND / 2)) * 2
      const cut = Buffer.concat([whole.subarray(0, HEADER), whole.subarray(at(time), at(until))])
      cut.writeUInt32LE(cut.length - RIFF_SIZE_AT - 4, RIFF_SIZE_AT)
      cut.writeUInt32LE(cut.length - HEADER, DATA_SIZE_AT)
      const file = path.join(job.folder, `${film}-${time}.wav`)
      await writeFile(file, cut)
      return file
    },
  }
}
