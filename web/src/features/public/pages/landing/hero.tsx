import { BookingLink, StartLink } from '../links.tsx'
import { Reel } from './reel.tsx'

/** The promise, two links, and the proof. */
export function Hero() {
  return (
    <section className="wide hero">
      <div className="lead">
        <h1>
          Ask Your Videos Anything.
          <span className="fn hero-mark" aria-hidden="true">
            1
          </span>
        </h1>
        <div>
          <p className="promise">Yours, private, no bill per minute.</p>
          <p className="say">
            Footnote finds the moment you describe, in the picture, in what was said and in the words on screen. Then
            your team marks it up, to the second.
          </p>
          <div className="calls">
            <StartLink />
            <BookingLink>Book a demo</BookingLink>
          </div>
        </div>
      </div>
      <Reel />
    </section>
  )
}
