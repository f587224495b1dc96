import type { Indexing } from '@footnote/contract/nouns/library/indexing.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Rule } from '../../../ui/page/rule.tsx'
import { usePause, useResume } from './api.ts'
import { doneShare, STAGE_WORDS, stateWords, timeWords } from './stage-words.ts'

/** Progress of indexing again, its remaining time, and the button that pauses it. */
export function ReindexingCard({ indexing }: { indexing: Indexing }) {
  const time = timeWords(indexing)
  return (
    <section className="panel indexing-card" aria-label="Videos">
      <div className="indexing-state">
        <div className="min-w-0">
          <p className="font-medium">{stateWords(indexing)}</p>
          <p className="hint">
            {time ? `${time} Until then, searches use the earlier results.` : 'No video waits to be indexed again.'}
          </p>
        </div>
        <PauseOrResume paused={indexing.paused} />
      </div>
      <Rule length={doneShare(indexing)} kind={indexing.running.length > 0 ? 'busy' : 'default'} label="Videos done" />
      <dl className="indexing-progress">
        {indexing.progress.map(({ stage, engines, to_do }) => (
          <div key={stage}>
            <dt>{STAGE_WORDS[stage]}</dt>
            <dd>
              {engines.map(({ name, videos }) => `${name}: ${videos}`).join(', ')}
              {to_do > 0 && <span className="text-text-2"> ({to_do} to do)</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function PauseOrResume({ paused }: { paused: boolean }) {
  const pause = usePause()
  const resume = useResume()
  const act = paused ? resume : pause
  return (
    <Button busy={pause.isPending || resume.isPending} onClick={() => act.mutate(undefined)}>
      {paused ? 'Resume' : 'Pause'}
    </Button>
  )
}
