/** What was measured, on what. The words of each source stand in docs/benchmarks.md. */
const FIGURES = [
  {
    figure: '< 15 min',
    words: 'to index an hour of video',
    note: '6.9 minutes for an hour of 720p on two processor cores, with Visual, Conversation and Text in video; 4.6 without Conversation.',
  },
  {
    figure: '0',
    words: 'cloud services between you and your videos',
    note: 'Everything runs on your own machine. You need no graphics card and pay no bill per minute.',
  },
  {
    figure: '42 of 42',
    words: 'answers called High were right',
    note: 'By Conversation and Text in video, on reels of our own. Visual alone is not called High yet.',
  },
] as const

/** Performance cards: each figure with the note that it rests on. */
export function Figures() {
  return (
    <section className="wide band">
      <h2>Measured where it counts.</h2>
      <div className="figures">
        {FIGURES.map(({ figure, words, note }, place) => (
          <div key={figure}>
            <p className="figure">
              {figure}
              <sup className="fn" aria-hidden="true">
                {place + 1}
              </sup>
            </p>
            <p>{words}</p>
            <p className="note">{note}</p>
          </div>
        ))}
      </div>
      <p className="measured">
        <a className="link" href="/about#measured">
          How this was measured
        </a>
      </p>
    </section>
  )
}
