/** Position of a video, for parts of the page that follow it without rendering at every step. */
export interface Playhead {
  /** Seconds: the start of the frame on the screen; the element's time when frames are unknown. */
  readonly read: () => { readonly seconds: number }
  /** Calls back at every change. @returns a function that stops it */
  readonly watch: (listener: () => void) => () => void
}
