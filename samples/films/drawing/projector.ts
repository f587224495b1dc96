import type { Draw, Film } from '../film.ts'
import { FRAME } from '../film.ts'

/** Shows one film frame by frame in the page's canvas; each shot opens when it is first needed. */
export class Projector {
  readonly film: Film
  private readonly canvas: CanvasRenderingContext2D
  private readonly opened = new Map<number, Draw>()

  constructor(film: Film, canvas: HTMLCanvasElement) {
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This browser draws no 2D canvas')
    this.film = film
    this.canvas = context
  }

  /** Paints frame `index` of the film. */
  async show(index: number): Promise<void> {
    let start = 0
    for (const [number, shot] of this.film.shots.entries()) {
      const frames = Math.round(shot.seconds * FRAME.rate)
      if (index < start + frames) {
        const draw = this.opened.get(number) ?? (await shot.open())
        if (!this.opened.has(number)) {
          this.opened.clear()
          this.opened.set(number, draw)
        }
        this.canvas.save()
        draw(this.canvas, (index - start) / FRAME.rate)
        this.canvas.restore()
        return
      }
      start += frames
    }
    throw new Error(`${this.film.name} has no frame ${index}`)
  }
}
