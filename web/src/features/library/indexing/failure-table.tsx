import type { FailedStage } from '@footnote/contract/nouns/library/indexing.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { SectionHead } from '../../../ui/page/page-header.tsx'
import { useRetry } from './api.ts'
import { STAGE_WORDS } from './stage-words.ts'
import { WorkTitle } from './work-title.tsx'

/** Stages that failed too often, with the reason; earlier results stay searchable. */
export function FailureTable({ failures }: { failures: readonly FailedStage[] }) {
  return (
    <>
      <SectionHead title="Failures" count={failures.length} />
      <ul className="panel indexing-list">
        {failures.map((failure) => (
          <Failure key={`${failure.video_id} ${failure.stage}`} failure={failure} />
        ))}
      </ul>
    </>
  )
}

function Failure({ failure: { video_id, video_name, collection_id, stage, error, errors } }: { failure: FailedStage }) {
  const retry = useRetry()
  return (
    <li>
      <div className="min-w-0 flex-1">
        <WorkTitle name={video_name} collection={collection_id} what={STAGE_WORDS[stage]} />
        <p className="hint">
          {error} Tried {errors} {errors === 1 ? 'time' : 'times'}.
        </p>
      </div>
      <Button
        size="sm"
        aria-label={`Retry: ${video_name}`}
        busy={retry.isPending}
        onClick={() => retry.mutate(video_id)}
      >
        Retry
      </Button>
    </li>
  )
}
