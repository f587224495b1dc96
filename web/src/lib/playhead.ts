/** Where a video stands, for those who follow it without being drawn anew at every step of it. */
export interface Playhead {
  /** Seconds are those of the start of the frame on the screen, as far as frames are known. */
  readonly read: () => { readonly seconds: number }
  /** Calls back whenever it moves. @returns the way to stop */
  readonly watch: (listener: () => void) => () => void
}
