import { examinationWords } from '@footnote/contract/nouns/library/indexing/examination-words.ts'
import type { EngineExamination } from '@footnote/contract/nouns/library/indexing.ts'
import { useState } from 'react'
import { errorDetail } from '../../../lib/calls/api-error.ts'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { useAllow } from './api.ts'

/** What downloaded engines answered in their examinations, and the button that uses a refused one. */
export function Examinations({ examinations }: { examinations: readonly EngineExamination[] }) {
  if (examinations.length === 0) return null
  return (
    <ul className="indexing-examinations">
      {examinations.map((examination) => (
        <Examination key={examination.engine} examination={examination} />
      ))}
    </ul>
  )
}

function Examination({ examination }: { examination: EngineExamination }) {
  const { state, allowed } = examination
  return (
    <li>
      <p className="hint">
        {examinationWords(examination)}
        {allowed && ' An admin chose to use it anyway.'}
      </p>
      {allowed ? (
        <Stop examination={examination} />
      ) : (
        (state === 'refused' || state === 'waits') && <Use {...examination} />
      )}
    </li>
  )
}

function Use({ engine, name }: EngineExamination) {
  const [asking, setAsking] = useState(false)
  const allow = useAllow()
  return (
    <>
      <Button size="sm" aria-label={`Use it anyway: ${name}`} onClick={() => setAsking(true)}>
        Use it anyway
      </Button>
      {asking && (
        <Confirm
          title="Use it anyway"
          action="Use it"
          danger={false}
          note="Videos are indexed again with it, and searches may find wrong moments. You can take this back."
          failure={allow.isError ? errorDetail(allow.error, 'It was not changed.') : null}
          busy={allow.isPending}
          onConfirm={() => allow.mutate({ engine, allowed: true }, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          Use <strong className="font-semibold">{name}</strong>, which did not pass its examination?
        </Confirm>
      )}
    </>
  )
}

function Stop({ examination: { engine, name } }: { examination: EngineExamination }) {
  const allow = useAllow()
  return (
    <Button
      size="sm"
      aria-label={`Stop using it: ${name}`}
      busy={allow.isPending}
      onClick={() =>
        allow.mutate(
          { engine, allowed: false },
          { onError: (error) => toast.error(errorDetail(error, 'It was not changed.')) },
        )
      }
    >
      Stop using it
    </Button>
  )
}
