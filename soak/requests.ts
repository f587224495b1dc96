import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Notification } from '@footnote/contract/nouns/personal/notifications.ts'
import {
  type Account,
  ask,
  createAccount,
  createComment,
  createReviewCollection,
  createSelects,
  uploadVideo,
  videosOf,
} from '../e2e/calls.ts'
import { inDatabase } from '../e2e/database.ts'
import { type Product, startProduct } from '../e2e/product.ts'
import { lives, send } from '../server/src/app/supervisor/processes.ts'
import { ffmpeg, H264, NUMBERED, numberIn, numbersIn } from '../server/test/made-media.ts'
import { unzipped } from '../server/test/unzipped.ts'
import { familyOf, MAKERS, type ProductProcess, type Program } from './processes.ts'
import { chanceOf, type Log, type Outcome, soak } from './run.ts'

/** Frames a second, and frames, of the film. */
const RATE = 25
const FRAMES = 200
/** Milliseconds until a file is there on a busy machine, although its programs are killed. */
const PATIENCE = 300_000
/** Wait for one of the programs, longest pause between two kills, longest life of a program before its kill; milliseconds. */
const MET_WITHIN = 20_000
const LATEST = 1_500
const LONGEST_LIFE = 300

/** Kills the programs that make clips, stills and renderings while somebody asks for these. */
export const requests = soak({
  shows:
    'Whatever is killed while clips, stills and selects are made, each of them ends once, without an error and with the right frames.',
  // A seed of 0 leaves the moments to chance.
  sizes: { kills: 60, seed: 0 },
  async run({ kills, seed }, log) {
    const folder = await mkdtemp(path.join(tmpdir(), 'footnote-soak-requests-'))
    // A product that root started reads it as another account.
    await chmod(folder, 0o755)
    const product = await startProduct({ BILLING: 'off', MODELS: 'off', RATE_LIMITS: 'off' })
    try {
      let released = 0
      for (const stream of [product.process.stdout, product.process.stderr])
        stream?.on('data', (part: Buffer) => {
          released += part.toString().split('jobs of a killed worker begin again').length - 1
        })
      const asking = await FileRequester.begin(product, folder, chanceOf(seed, log))
      const killed = new Map<Program, number>()
      try {
        await killAll(product, kills, killed, asking.chance, log)
      } finally {
        await asking.stop()
      }
      const { counts, failures } = await asking.judge()
      const by_program = [...killed].map(([program, times]) => `${program} ${times}`).join(', ')
      return {
        counts: { kills: by_program, 'workers that released jobs of the one before': released, ...counts },
        failures,
      }
    } finally {
      await product.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
})

async function killAll(product: Product, times: number, killed: Map<Program, number>, chance: () => number, log: Log) {
  let left: Program[] = []
  for (let done = 0; done < times; ) {
    if (left.length === 0) left = [...MAKERS]
    const target = await meet(product, left, chance)
    if (!target?.program) {
      log(`no ${left.join(' or ')} was met`)
      left = []
      continue
    }
    const { program } = target
    send(target.pid, 'SIGKILL')
    done += 1
    left = left.filter((other) => other !== program)
    killed.set(program, (killed.get(program) ?? 0) + 1)
    log(`kill ${done}: ${program}`)
    await wait(chance() * LATEST)
  }
}

/** Waits until ffmpeg or ffprobe works, so that a kill disturbs something. @returns one of the programs, or null */
async function meet({ process: { pid } }: Product, programs: readonly Program[], chance: () => number) {
  for (const end = Date.now() + MET_WITHIN; Date.now() < end; await wait(50)) {
    const family = await familyOf(pid!)
    if (!family.some(({ program }) => program === 'ffmpeg' || program === 'ffprobe')) continue
    const there: ProductProcess[] = family.filter(({ program }) => program && programs.includes(program))
    const target = there[Math.floor(chance() * there.length)]
    if (!target) continue
    if (target.program === 'worker' || target.program === 'decoders') await wait(chance() * LONGEST_LIFE)
    if (lives(target)) return target
  }
  return null
}

/** A kind of file that people ask for. */
interface Kind {
  readonly type: Notification['type']
  /** Asks for a file. @returns the numbers of the frames that it has to have */
  readonly ask: () => Promise<readonly number[]>
  readonly read: (file: string, content: Buffer) => Promise<number[]>
}

/** Somebody who asks for one file of each kind after the other. */
class FileRequester {
  readonly chance: () => number
  readonly #product: Product
  readonly #account: Account
  readonly #folder: string
  readonly #failures: string[] = []
  readonly #asked = new Map<string, number>()
  #working: Promise<unknown> = Promise.resolve()
  #stopped = false

  private constructor(product: Product, account: Account, folder: string, chance: () => number) {
    this.#product = product
    this.#account = account
    this.#folder = folder
    this.chance = chance
  }

  static async begin(product: Product, folder: string, chance: () => number): Promise<FileRequester> {
    const film = path.join(folder, 'reel.mp4')
    await ffmpeg('-f', 'lavfi', '-i', `color=gray:s=640x360:r=${RATE}:d=${FRAMES / RATE},${NUMBERED}`, ...H264, film)
    const account = await createAccount(product)
    const collection = await createReviewCollection(product, account, 'Cuts')
    const video = await uploadVideo(product, account, collection, film)
    const status = async () => (await videosOf(product, account, collection))[0]?.status
    for (const end = Date.now() + PATIENCE; (await status()) !== 'SUCCESS'; await wait(300))
      if (Date.now() > end) throw new Error(`The film is ${await status()} after ${PATIENCE / 1000} s.`)
    const asking = new FileRequester(product, account, folder, chance)
    const kinds = [asking.#clips(video), await asking.#stills(video), asking.#selects(video)]
    asking.#working = Promise.all(kinds.map((kind) => asking.#repeat(kind)))
    return asking
  }

  /** Waits for what was asked for. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#working
  }

  /** Counts what was asked for, and what became of it. */
  async judge(): Promise<Outcome> {
    const counts: Record<string, number> = {}
    for (const [type, asked] of this.#asked) {
      const told = (await this.#answers(type)).length
      counts[`${type}: asked for`] = asked
      counts[`${type}: notifications`] = told
      if (told !== asked) this.#failures.push(`${asked} of ${type} were asked for, and ${told} were announced.`)
    }
    await inDatabase(this.#product, async (db) => {
      const errors = await db.selectFrom('job_errors').select(['job_name', 'last_error']).execute()
      for (const { job_name, last_error } of errors) this.#failures.push(`${job_name} has an error: ${last_error}`)
    })
    return { counts, failures: this.#failures }
  }

  async #repeat({ type, ask: askFor, read }: Kind): Promise<void> {
    while (!this.#stopped) {
      const before = (await this.#answers(type)).length
      const expected = await askFor()
      this.#asked.set(type, (this.#asked.get(type) ?? 0) + 1)
      const end = Date.now() + PATIENCE
      while ((await this.#answers(type)).length === before && Date.now() < end) await wait(500)
      const found = await this.#newest(type, read)
      if (JSON.stringify(found) !== JSON.stringify(expected))
        this.#failures.push(`${type} has ${JSON.stringify(found)} instead of the frames ${expected.join(' ')}.`)
    }
  }

  /** Reads the last file of a kind. @returns its frames, or the error that its requester reads */
  async #newest(type: string, read: Kind['read']): Promise<readonly number[] | string | null> {
    const call = ask<{ notifications: Notification[] }>(this.#product, this.#account, 'get_notifications')
    const answer = (await call).notifications.find((one) => one.type === type)
    if (!answer?.download_file) return answer?.error ?? null
    const sent = await fetch(new URL(answer.download_file, this.#product.origin))
    const content = Buffer.from(await sent.arrayBuffer())
    const file = path.join(this.#folder, type)
    await writeFile(file, content)
    return await read(file, content)
  }

  async #answers(type: string): Promise<readonly unknown[]> {
    return await inDatabase(this.#product, (db) =>
      db.selectFrom('notifications').select('id').where('type', '=', type).execute(),
    )
  }

  /** A first frame that leaves room for others behind it. */
  #first(length: number): number {
    return Math.floor(this.chance() * (FRAMES - length))
  }

  #clips(video_id: string): Kind {
    return {
      type: 'DOWNLOAD_CLIP',
      ask: async () => {
        const first = this.#first(50)
        const range = { start_time: first / RATE, end_time: (first + 50) / RATE }
        await ask(this.#product, this.#account, 'download_clip', { video_id, ...range })
        return numbers(first, 50)
      },
      read: numbersIn,
    }
  }

  async #stills(video: string): Promise<Kind> {
    const frames = numbers(20, 6)
    for (const frame of frames)
      await createComment(this.#product, this.#account, video, { content: 'Here', start_time: (frame + 0.5) / RATE })
    return {
      type: 'EXPORT',
      ask: async () => {
        const call = `quick-review/stills/${video}`
        await ask(this.#product, this.#account, call, { comment_ids: null, drawings: true })
        return frames
      },
      read: async (_file, content) => await Promise.all([...unzipped(content).values()].map(numberIn)),
    }
  }

  #selects(video_id: string): Kind {
    return {
      type: 'SELECTS_READY',
      ask: async () => {
        const firsts = [1, 2, 3].map(() => this.#first(20))
        const pieces = firsts.map((first) => ({ video_id, start_frame: first, end_frame: first + 20, note: '' }))
        const id = await createSelects(this.#product, this.#account, 'Best of', pieces)
        await ask(this.#product, this.#account, `selects/${id}/render`, { size: 'first', rate: 'first', burn_in: [] })
        return firsts.flatMap((first) => numbers(first, 20))
      },
      read: numbersIn,
    }
  }
}

const numbers = (first: number, length: number): number[] => Array.from({ length }, (_, place) => first + place)
