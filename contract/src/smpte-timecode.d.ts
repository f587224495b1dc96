/** Declarations of the used parts of the package, which tests compare with. */
declare module 'smpte-timecode' {
  export default class Timecode {
    readonly frameCount: number
    /** @param start a label, or the number of frames from 00:00:00:00 */
    constructor(start: string | number, frame_rate: number, drop_frame: boolean)
    add(frames: number): this
    toString(): string
  }
}
