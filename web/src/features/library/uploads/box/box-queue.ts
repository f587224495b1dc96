import { SENDING } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import type { SentFile } from '@footnote/contract/nouns/review/sharing/box.ts'
import { cleanFileName } from '@footnote/contract/shared/names.ts'
import { isSystemFile, type PathFile } from '../folders.ts'
import { endsOf, UNREADABLE } from '../queue/fingerprint.ts'
import { keepAwake } from '../queue/stay-awake.ts'
import { SignedOut, transfer, UploadError } from '../queue/transfer.ts'
import { UploadSpeed } from '../queue/upload-speed.ts'
import { whyUnfit } from '../unfit.ts'
import { readBox, rightsOf, takeBack } from './box-api.ts'
import { leftOut } from './left-out.ts'
import { type BoxFile, isMoving, knownFile, nextId } from './sent-files.ts'

/** Milliseconds between two drawings of a file's progress. */
const DRAWN = 250
const FALLBACK_TYPE = 'video/mp4'

/** The files of one guest for one box, while its page is open. */
export class BoxQueue {
  readonly #share_token: string
  /** Called when something was refused, and when a file has arrived: the box may be full or over. */
  readonly #onChange: () => void
  readonly #listeners = new Set<() => void>()
  readonly #chosen = new Map<number, File>()
  readonly #running = new Map<number, AbortController>()
  #files: readonly BoxFile[] = []

  constructor(share_token: string, known: readonly SentFile[], onChange: () => void) {
    this.#share_token = share_token
    this.#onChange = onChange
    this.#files = known.map(knownFile)
  }

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly read = (): readonly BoxFile[] => this.#files

  /** Adds files, and goes on with those that were interrupted. What is no video is left out and says so. */
  async add(files: readonly PathFile[]): Promise<void> {
    for (const file of files.filter((one) => !isSystemFile(one))) {
      const name = cleanFileName(file.name)
      const why = leftOut(file)
      if (why) this.#append({ name, size: file.size, status: 'left_out', why })
      else if (!(await this.#goOn(file, name)) && !this.#has(file, name)) {
        const id = this.#append({ name, size: file.size, status: 'waiting', why: '' })
        this.#chosen.set(id, file)
      }
    }
    this.#advance()
  }

  /** What the server has got of files that this page does not have: another tab or device may send them. */
  learn(known: readonly SentFile[]): void {
    for (const one of known) {
      const here = this.#files.find(({ file_id }) => file_id === one.file_id) ?? this.#beginning(one)
      if (!here) this.#publish([...this.#files, knownFile(one)])
      else if (here.status === 'needs_file') this.#patch(here.id, { ...knownFile(one), id: here.id })
      // It was stopped before the answer that named its upload.
      else if (here.file_id === null && !this.#running.has(here.id))
        this.#patch(here.id, { ...knownFile(one), id: here.id, status: one.arrived_at ? 'arrived' : here.status })
    }
    const there = new Set(known.map(({ file_id }) => file_id))
    this.#publish(this.#files.filter((file) => !isKnown(file) || there.has(file.file_id ?? '')))
  }

  /** A file of this tab whose upload may be this one, because its own is not known here yet. */
  #beginning({ file_name, file_size }: SentFile): BoxFile | undefined {
    const unknown = this.#files.filter(({ id, file_id }) => file_id === null && this.#chosen.has(id))
    return unknown.find(({ name, size }) => name === file_name && size === file_size)
  }

  pauseAll(): void {
    for (const file of this.#files.filter(isMoving)) {
      this.#patch(file.id, { status: 'paused', speed: 0 })
      this.#running.get(file.id)?.abort()
    }
  }

  /** Goes on with paused and failed files. */
  resumeAll(): void {
    for (const { id, status } of this.#files)
      if (status === 'paused' || (status === 'failed' && this.#chosen.has(id)))
        this.#patch(id, { status: 'waiting', why: '' })
    this.#advance()
  }

  /** Stops a file, or takes it back when it has arrived. @throws ApiError when the server refuses */
  async remove(id: number): Promise<void> {
    const file = this.#files.find((one) => one.id === id)
    this.#running.get(id)?.abort()
    if (file?.file_id) await takeBack(this.#share_token, file.file_id)
    this.#chosen.delete(id)
    this.#publish(this.#files.filter((one) => one.id !== id))
    this.#onChange()
    this.#advance()
  }

  /** Stops all; what has arrived stays. */
  close(): void {
    for (const stop of this.#running.values()) stop.abort()
    this.#listeners.clear()
    keepAwake(false)
  }

  /** Gives an interrupted file its content again. @returns whether one waits for this content */
  async #goOn(file: File, name: string): Promise<boolean> {
    const open = this.#files.filter((one) => one.status === 'needs_file' && one.name === name && one.size === file.size)
    if (open.length === 0) return false
    const ends = await endsOf(file).catch(() => null)
    const same = open.find((one) => one.ends === null || one.ends === ends)
    if (!same) return false
    this.#chosen.set(same.id, file)
    this.#patch(same.id, { status: 'waiting' })
    return true
  }

  /** Whether this file is under way or here already: people choose whole folders again. */
  #has(file: File, name: string): boolean {
    return this.#files.some(
      (one) => (one.status === 'arrived' || this.#chosen.has(one.id)) && one.name === name && one.size === file.size,
    )
  }

  #append(file: Pick<BoxFile, 'name' | 'size' | 'status' | 'why'>): number {
    const id = nextId()
    this.#publish([...this.#files, { ...file, id, file_id: null, sent: 0, speed: 0, at: null, ends: null }])
    return id
  }

  #advance(): void {
    for (const { id, status } of this.#files) {
      if (this.#running.size >= SENDING.at_once) break
      const file = this.#chosen.get(id)
      if (status !== 'waiting' || !file || this.#running.has(id)) continue
      const stop = new AbortController()
      this.#running.set(id, stop)
      this.#patch(id, { status: 'sending' })
      void this.#sendAlone(id, file, stop.signal).finally(() => {
        this.#running.delete(id)
        this.#advance()
      })
    }
    keepAwake(this.#running.size > 0)
  }

  /**
   * Sends a file unless another tab of this browser sends it. Then it waits for that tab, and goes on where it stopped.
   * Without HTTPS browsers have no locks; then the newest tab goes on.
   */
  async #sendAlone(id: number, file: File, signal: AbortSignal): Promise<void> {
    const { locks } = navigator as { readonly locks?: LockManager }
    if (!locks) return await this.#send(id, file, signal)
    const name = `footnote.box ${this.#share_token} ${file.size} ${file.name}`
    const sent = await locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await this.#send(id, file, signal)
      return lock !== null
    })
    if (sent || signal.aborted) return
    this.#patch(id, { status: 'waiting' })
    await locks
      .request(name, { signal }, async () => {
        if (!(await this.#findSent(id, file, signal))) await this.#send(id, file, signal)
      })
      .catch((error: unknown) => {
        if (!signal.aborted) this.#patch(id, { status: 'failed', why: sentenceOf(error) })
      })
  }

  /** Looks what another tab left of a file. @returns whether all of it is there */
  async #findSent(id: number, file: File, signal: AbortSignal): Promise<boolean> {
    const { files } = await readBox(this.#share_token, signal)
    const name = cleanFileName(file.name)
    const there = files.find((one) => one.file_name === name && one.file_size === file.size)
    this.#patch(id, { status: 'sending', ...(there ? { file_id: there.file_id, sent: there.received } : {}) })
    if (!there?.arrived_at) return false
    this.#patch(id, { status: 'arrived', at: Date.parse(there.arrived_at) })
    this.#chosen.delete(id)
    return true
  }

  async #send(id: number, file: File, signal: AbortSignal): Promise<void> {
    try {
      const unfit = await whyUnfit(file)
      if (unfit) return this.#patch(id, { status: 'left_out', why: `Left out. ${unfit}`, speed: 0 })
      const ends = await endsOf(file)
      signal.throwIfAborted()
      const known = this.#files.find((one) => one.id === id)
      const file_id = known && (known.ends ?? ends) === ends ? known.file_id : null
      await transfer({ ...this.#shipment(id, { file, ends }, signal), file_id }, signal)
      this.#patch(id, { status: 'arrived', sent: file.size, speed: 0, at: Date.now() })
      this.#chosen.delete(id)
      this.#onChange()
    } catch (error) {
      if (signal.aborted) return
      // The gate asks for what the link needs.
      if (error instanceof SignedOut) return this.#patch(id, { status: 'paused', speed: 0 })
      console.warn('box', error)
      this.#patch(id, { status: 'failed', speed: 0, why: sentenceOf(error) })
      this.#onChange()
    }
  }

  #shipment(id: number, { file, ends }: { readonly file: File; readonly ends: string }, signal: AbortSignal) {
    let speed: UploadSpeed | undefined
    let drawn = 0
    const filetype = file.type.startsWith('video/') ? file.type : FALLBACK_TYPE
    return {
      rights: rightsOf(this.#share_token),
      file,
      metadata: { filename: cleanFileName(file.name), filetype, ends },
      onBegun: (file_id: string) => {
        if (this.#files.some((one) => one.id === id)) return this.#patch(id, { file_id })
        // The person stopped it while the server began it.
        takeBack(this.#share_token, file_id).catch((error: unknown) => console.warn('box', error))
      },
      onProgress: (sent: number) => {
        const now = performance.now()
        speed ??= new UploadSpeed(sent, now)
        const bytes = speed.measure(sent, now)
        if (signal.aborted || (now - drawn < DRAWN && sent < file.size)) return
        drawn = now
        this.#patch(id, { sent, speed: bytes })
      },
      onReach: (reachable: boolean) => {
        if (signal.aborted) return
        if (!reachable) speed = undefined
        this.#patch(id, reachable ? { status: 'sending' } : { status: 'offline', speed: 0 })
      },
    }
  }

  #patch(id: number, change: Partial<BoxFile>): void {
    this.#publish(this.#files.map((file) => (file.id === id ? { ...file, ...change } : file)))
  }

  #publish(files: readonly BoxFile[]): void {
    this.#files = files
    for (const listener of this.#listeners) listener()
  }
}

/** Whether only the server knows what became of a file. */
const isKnown = ({ status }: BoxFile): boolean => status === 'needs_file' || status === 'arrived'

const sentenceOf = (error: unknown): string => {
  if (error instanceof DOMException) return UNREADABLE
  return (error instanceof UploadError && error.detail) || 'It could not be sent. Try again.'
}
