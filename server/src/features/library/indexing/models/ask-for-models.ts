import { setTimeout as wait } from 'node:timers/promises'
import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { writeModelAnswer } from './commands.ts'
import { readModelAnswer } from './queries.ts'

/** Milliseconds between two checks whether an admin has pressed the button. */
const INTERVAL = 3_000

/** The person who started the product. */
export interface Owner {
  /** @returns null without a terminal */
  ask(question: string): Promise<boolean | null>
  /** Prints a sentence on the console. */
  say(sentence: string): Promise<void>
}

export interface AskingOptions {
  readonly db: Database
  /** The model downloads: bytes that wait for permission, and the permission itself. */
  readonly fetching: { unasked(): Promise<number>; start(): void }
  /** The person to ask; nobody by default. */
  readonly owner?: Owner | undefined
  readonly onFailure: (error: unknown) => void
  readonly interval?: number
}

/**
 * Starts the downloads as soon as somebody permits them. It asks the person who started the product once, naming the
 * size; an admin may permit it on the page at any time. The answer is stored for all machines.
 * @returns a function that stops asking
 */
export function askForModels({
  db,
  fetching,
  owner,
  onFailure,
  interval = INTERVAL,
}: AskingOptions): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const asking = async () => {
    const bytes = await fetching.unasked()
    if (!owner || bytes === 0 || (await readModelAnswer(db)) !== null) return
    const size = formatFileSize(bytes)
    const answer = await owner.ask(`Download models, so that searches find more (${size})?`)
    if (answer !== null) await writeModelAnswer(db, answer)
    else
      await owner.say(
        `models that find more (${size}) are not downloaded: MODELS=auto downloads them, as does the button under Company, Indexing`,
      )
  }
  const following = async () => {
    for (;;) {
      if ((await readModelAnswer(db)) === true) return fetching.start()
      await wait(interval, undefined, { signal })
    }
  }
  const quietly = async (doing: () => Promise<void>) => {
    while (!signal.aborted)
      try {
        return await doing()
      } catch (error) {
        if (signal.aborted) return
        onFailure(error)
        await wait(interval, undefined, { signal }).catch(() => undefined)
      }
  }
  void quietly(asking)
  const followed = quietly(following)
  return async () => {
    stopping.abort(new Error('The process is stopping.'))
    await followed
  }
}
