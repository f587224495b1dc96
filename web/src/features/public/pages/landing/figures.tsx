import { Band, Footnote } from './band.tsx'

/** Figures for a buyer. Their sources are docs/benchmarks.md and docs/privacy.md. */
const FIGURES = [
  {
    figure: '< 15 min',
    words: 'to index an hour of video',
    note: 'We measured 5.1 minutes for an hour of 720p, on two processor cores and without a graphics card.',
  },
  {
    figure: 'No bill',
    words: 'per minute of video',
    note: 'Footnote indexes and searches on your own machine. Nobody bills you by the minute.',
  },
  {
    figure: '0',
    words: 'videos leave your machine',
    note: 'They stay on it, or in the object store that you choose. Footnote needs no cloud account and sends no statistics.',
  },
] as const

/** Performance cards: each figure with a note about its source. */
export function Figures() {
  return (
    <Band title="Fast, free to run, and yours.">
      <div className="figures">
        {FIGURES.map(({ figure, words, note }, place) => (
          <div key={figure}>
            <p className="figure">
              {figure}
              <Footnote number={place + 1} />
            </p>
            <p>{words}</p>
            <p>{note}</p>
          </div>
        ))}
      </div>
      <p className="measured">
        <a className="link" href="/about#measured">
          How this was measured
        </a>
      </p>
    </Band>
  )
}
