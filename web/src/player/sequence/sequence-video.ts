// Past 250 lines: the state of one video that two elements play; every part changes it.
import { frameAt, frameStart } from '@footnote/contract/shared/frames.ts'
import type { PlayedVideo } from '../media/media-store.ts'
import { afterPaint } from './after-paint.ts'
import { watchEnd } from './end-of-piece.ts'
import { type Layout, layOut, type Piece, type PieceFrame, pieceFrameAt, timeOf } from './layout.ts'
import { createSlot, type Slot } from './slot.ts'

/** Events of the element in front that are the whole's events, too. */
const FORWARDED = ['timeupdate', 'progress', 'waiting', 'canplay', 'playing'] as const

/**
 * Plays pieces of videos one after another as if they were one video. Of two elements one is in front; the other one
 * waits behind it on the first frame of the next piece, so that a change of pieces is a change of places. The element in
 * front has `data-slot="front"`, the other one `data-slot="next"`.
 */
export class SequenceVideo extends EventTarget implements PlayedVideo {
  defaultPlaybackRate = 1
  #slots: readonly [Slot, Slot]
  #front: 0 | 1 = 0
  #layout: Layout = layOut([])
  #index = 0
  /** A place that it goes to, but whose frame is not there yet. */
  #target: PieceFrame | null = null
  #paused = true
  #ended = false
  #rate = 1
  #volume = 1
  #muted = false
  #endWatch: (() => void) | null = null
  #start: ReturnType<typeof setTimeout> | undefined
  #callbacks = new Map<number, VideoFrameRequestCallback>()
  #handle = 0
  #stop = new AbortController()

  /** @param onFailure called with a video whose file cannot be loaded */
  constructor(elements: readonly [HTMLVideoElement, HTMLVideoElement], onFailure: (video_id: string) => void) {
    super()
    const [one, two] = elements
    this.#slots = [createSlot(one, onFailure), createSlot(two, onFailure)]
    for (const element of elements) {
      for (const name of FORWARDED)
        element.addEventListener(name, () => element === this.#element && this.#tell(name), {
          signal: this.#stop.signal,
        })
      this.#watchPictures(element)
    }
    this.#arrange()
  }

  get #element(): HTMLVideoElement {
    return this.#slots[this.#front].element
  }
  get #back(): Slot {
    return this.#slots[this.#front === 0 ? 1 : 0]
  }
  get #piece(): Piece | undefined {
    return this.#layout.pieces[this.#index]
  }

  /** The piece that is shown or asked for, and its frame; null without pieces. */
  get place(): PieceFrame | null {
    const piece = this.#piece
    if (this.#target || !piece) return this.#target
    const frame = frameAt(piece.timing, this.#element.currentTime)
    return { index: this.#index, frame: Math.min(piece.end_exclusive - 1, Math.max(piece.first, frame)) }
  }
  get layout(): Layout {
    return this.#layout
  }
  get paused(): boolean {
    return this.#paused
  }
  get ended(): boolean {
    return this.#ended
  }
  get seeking(): boolean {
    return this.#target !== null
  }
  get duration(): number {
    return this.#layout.duration
  }
  get readyState(): number {
    if (this.#target) return HTMLMediaElement.HAVE_METADATA
    // On the last frame of a piece it only waits for that frame to be over.
    return this.#endWatch && this.#element.paused ? HTMLMediaElement.HAVE_ENOUGH_DATA : this.#element.readyState
  }
  get currentTime(): number {
    if (this.#target) return timeOf(this.#layout, this.#target)
    return this.#timeAt(this.#element.currentTime)
  }
  set currentTime(time: number) {
    const place = pieceFrameAt(this.#layout, time)
    if (place) this.#go(place)
  }
  get buffered(): TimeRanges {
    const { buffered } = this.#element
    const at = (edge: number) => this.#timeAt(edge)
    return { length: buffered.length, start: (i) => at(buffered.start(i)), end: (i) => at(buffered.end(i)) }
  }
  get volume(): number {
    return this.#volume
  }
  set volume(volume: number) {
    this.#volume = volume
    this.#applySound()
    this.#tell('volumechange')
  }
  get muted(): boolean {
    return this.#muted
  }
  set muted(muted: boolean) {
    this.#muted = muted
    this.#applySound()
    this.#tell('volumechange')
  }
  get playbackRate(): number {
    return this.#rate
  }
  set playbackRate(rate: number) {
    this.#rate = rate
    this.#element.playbackRate = rate
    this.#tell('ratechange')
  }

  async play(): Promise<void> {
    if (this.#layout.pieces.length === 0) return
    const again = this.#ended
    if (this.#paused) {
      this.#paused = false
      this.#tell('play')
    }
    if (again) this.#go({ index: 0, frame: this.#layout.pieces[0]?.first ?? 0 })
    else if (!this.#target) this.#run()
  }

  pause(): void {
    if (this.#paused) return
    this.#paused = true
    this.#rest()
    this.#tell('pause')
  }

  /** Goes to the first frame of a piece, or to another one. */
  show(place: PieceFrame): void {
    if (this.#layout.pieces[place.index]) this.#go(place)
  }

  /** Plays other pieces from now on. The frame stays if its piece is still there. */
  setPieces(pieces: readonly Piece[]) {
    const before = this.place
    const shown = before && this.#layout.pieces[before.index]
    this.#layout = layOut(pieces)
    for (const slot of this.#slots) if (slot.element.error) slot.forget()
    this.#tell('durationchange')
    if (pieces.length === 0) {
      this.#target = null
      this.pause()
      return
    }
    const same = shown ? pieces.findIndex(({ id }) => id === shown.id) : -1
    const index = same === -1 ? Math.min(before?.index ?? 0, pieces.length - 1) : same
    const piece = pieces[index] as Piece
    const frame =
      same === -1 || !before ? piece.first : Math.min(piece.end_exclusive - 1, Math.max(piece.first, before.frame))
    const stays = same !== -1 && frame === before?.frame && !this.#target
    if (!stays || this.#slots[this.#front].video_id() !== piece.video_id) return this.#go({ index, frame })
    this.#index = index
    if (!this.#paused) this.#run()
    this.#cueNext()
  }

  requestVideoFrameCallback(callback: VideoFrameRequestCallback): number {
    this.#handle += 1
    this.#callbacks.set(this.#handle, callback)
    return this.#handle
  }
  cancelVideoFrameCallback(handle: number): void {
    this.#callbacks.delete(handle)
  }

  /** Lets go of both files. */
  end(): void {
    this.#stop.abort()
    this.#rest()
    for (const slot of this.#slots) slot.end()
  }

  #tell(name: string): void {
    this.dispatchEvent(new Event(name))
  }

  /** Time of the whole. @param time of the element in front; the result is inside of its piece */
  #timeAt(time: number): number {
    const piece = this.#piece
    if (!piece) return 0
    const [start = 0, end = start] = this.#layout.starts.slice(this.#index, this.#index + 2)
    return Math.min(end, Math.max(start, start + time - frameStart(piece.timing, piece.first)))
  }

  /** @param early milliseconds until the piece before is over */
  #go(place: PieceFrame, early?: number) {
    const piece = this.#layout.pieces[place.index] as Piece
    this.#rest()
    this.#ended = false
    this.#target = place
    this.#tell('seeking')
    const back = this.#front === 0 ? 1 : 0
    if (this.#back.shows(piece, place.frame)) return this.#arrive(back, place, early)
    const slot = this.#slots[this.#front].video_id() === piece.video_id ? this.#front : back
    this.#slots[slot].cue(piece, place.frame, () => this.#arrive(slot, place))
  }

  #arrive(slot: 0 | 1, place: PieceFrame, early?: number): void {
    if (this.#target !== place) return
    this.#target = null
    const changed = this.#front !== slot
    this.#front = slot
    this.#index = place.index
    this.#arrange()
    this.#tell('seeked')
    if (!this.#paused) this.#run(early)
    if (changed) this.#cueNextBehind()
    else this.#cueNext()
  }

  /** Cues the next piece once the element that was in front is behind. A seek before that would be seen. */
  #cueNextBehind(): void {
    afterPaint(() => {
      if (!this.#stop.signal.aborted && !this.#target) this.#cueNext()
    })
  }

  /** Plays the piece in front to its end, then the next one. @param early as for `#go`, if it plays on from there */
  #run(early?: number): void {
    const piece = this.#piece
    if (!piece) return
    const element = this.#element
    clearTimeout(this.#start)
    this.#endWatch?.()
    element.playbackRate = this.#rate
    const play = () =>
      // A refused start (no gesture yet) is a pause. One that a newer request ended is not.
      element.play()?.catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'NotAllowedError') this.pause()
      })
    // The element is in the middle of the first frame, which has its whole length after the end of the piece before.
    if (early === undefined) play()
    else if (piece.end_exclusive - piece.first > 1)
      this.#start = setTimeout(play, early + halfFrame(piece) / this.#rate)
    this.#endWatch = watchEnd(element, piece, {
      next_waits: () => {
        const next = this.#layout.pieces[this.#index + 1]
        return next !== undefined && this.#back.shows(next, next.first)
      },
      onOver: (early) => this.#over(early),
    })
  }

  #over(early: number) {
    this.#endWatch = null
    const index = this.#index + 1
    const next = this.#layout.pieces[index]
    if (next) return this.#go({ index, frame: next.first }, early)
    this.#rest()
    this.#paused = true
    this.#ended = true
    this.#tell('pause')
    this.#tell('ended')
  }

  #rest(): void {
    clearTimeout(this.#start)
    this.#endWatch?.()
    this.#endWatch = null
    if (!this.#element.paused) this.#element.pause()
  }

  #cueNext(): void {
    const next = this.#layout.pieces[this.#index + 1]
    if (!next || this.#back.shows(next, next.first)) return
    this.#back.element.pause()
    this.#back.cue(next, next.first, () => this.#tell('canplay'))
  }

  #arrange(): void {
    for (const [place, { element }] of this.#slots.entries())
      element.dataset.slot = place === this.#front ? 'front' : 'next'
    this.#applySound()
  }

  #applySound(): void {
    for (const { element } of this.#slots) {
      element.volume = this.#volume
      element.muted = this.#muted || element !== this.#element
    }
  }

  #watchPictures(element: HTMLVideoElement): void {
    if (!('requestVideoFrameCallback' in element)) return
    const onPicture: VideoFrameRequestCallback = (now, metadata) => {
      if (this.#stop.signal.aborted) return
      element.requestVideoFrameCallback(onPicture)
      if (element !== this.#element || this.#target) return
      const callbacks = [...this.#callbacks.values()]
      this.#callbacks.clear()
      const mediaTime = this.#timeAt(metadata.mediaTime)
      for (const callback of callbacks) callback(now, { ...metadata, mediaTime })
    }
    element.requestVideoFrameCallback(onPicture)
  }
}

/** Milliseconds of half of a piece's first frame. */
const halfFrame = ({ timing, first }: Piece): number =>
  500 * (frameStart(timing, first + 1) - frameStart(timing, first))
