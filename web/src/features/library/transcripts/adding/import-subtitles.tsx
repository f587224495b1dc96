import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { Confirm } from '../../../../ui/dialogs/confirm.tsx'
import { Button } from '../../../../ui/forms/button.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { Spinner } from '../../../../ui/page/spinner.tsx'
import { isStale, readAgain } from '../editing/changes.ts'
import type { Editing } from '../editing/editing.ts'
import { offerUndo } from '../editing/offer-undo.ts'
import { readSubtitles } from './read-subtitles.ts'
import { SkippedCues } from './skipped-cues.tsx'
import {
  countReplaced,
  type ImportOutcome,
  importSubtitles,
  mayWorkLater,
  NOT_SEARCHED,
  type SentSubtitles,
  type SubtitleSource,
  trackName,
} from './subtitle-calls.ts'
import './adding.css'

const FAILED = 'The subtitles were not imported. The transcript is as it was.'

type Step =
  | { readonly at: 'busy' }
  /** An import replaces this number of changes. */
  | { readonly at: 'asking'; readonly sent: SentSubtitles; readonly changes: number }
  | { readonly at: 'failed'; readonly sentence: string; readonly again: boolean }
  | { readonly at: 'done'; readonly result: ImportOutcome }

/**
 * Imports subtitles as soon as it is drawn, and says how far it is. It asks first where the import replaces changes that
 * people have made. After a failure the same file can be sent again; cues that were left out stay listed.
 */
export function ImportSubtitles({
  source,
  searched,
  editing,
  onAnother,
  onClose,
}: {
  source: SubtitleSource
  /** Whether a search of the collection finds what people say. */
  searched: boolean
  editing: Editing
  /** Chooses another file. */
  onAnother: () => void
  onClose: () => void
}) {
  const [step, setStep] = useState<Step>({ at: 'busy' })
  const name = source instanceof File ? source.name : trackName(source)
  const fail = (error: unknown) => {
    console.warn('subtitles', error)
    setStep({ at: 'failed', sentence: errorDetail(error, FAILED), again: mayWorkLater(error) })
  }
  const send = async (sent: SentSubtitles) => {
    setStep({ at: 'busy' })
    try {
      const result = await importSubtitles(editing, sent)
      tell(editing, name, result, onClose, searched)
      if (result.skipped_count === 0) onClose()
      else setStep({ at: 'done', result })
    } catch (error) {
      if (!isStale(error)) return fail(error)
      // Somebody else's change would be replaced, too.
      await readAgain(editing)
        .then(() => prepare(sent))
        .catch(fail)
    }
  }
  /** Sends subtitles, unless a person must agree first. */
  const prepare = async (sent: SentSubtitles) => {
    const changes = await countReplaced(editing)
    if (changes > 0) setStep({ at: 'asking', sent, changes })
    else await send(sent)
  }
  const begin = async () => {
    setStep({ at: 'busy' })
    const read = source instanceof File ? await readSubtitles(source) : null
    if (typeof read === 'string') return setStep({ at: 'failed', sentence: read, again: false })
    await prepare(source instanceof File ? { file_name: name, text: read?.text ?? '' } : { track: source.number })
  }
  const start = () => void begin().catch(fail)
  const begun = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!begun.current) start()
    begun.current = true
  }, [])
  if (step.at === 'done') return <SkippedCues name={name} result={step.result} onClose={onClose} />
  return (
    <>
      {step.at === 'busy' && (
        <p className="adding-state" role="status">
          <Spinner />
          <span>
            Importing <bdi>{name}</bdi>…
          </span>
        </p>
      )}
      {step.at === 'failed' && (
        <div className="adding-state" role="alert">
          <CircleAlert className="icon adding-failed" aria-hidden="true" />
          <span>{step.sentence}</span>
          <span className="adding-do">
            {step.again && (
              <Button size="sm" onClick={start}>
                Try again
              </Button>
            )}
            {source instanceof File && !step.again && (
              <Button size="sm" onClick={onAnother}>
                Choose another file
              </Button>
            )}
            <Button size="sm" variant="ghost" onClick={onClose}>
              Close
            </Button>
          </span>
        </div>
      )}
      {step.at === 'asking' && (
        <Confirm
          title="Replace the transcript?"
          action="Replace"
          danger={false}
          note={`${step.changes === 1 ? 'One change that somebody made goes' : `${step.changes} changes that people made go`} with the words. Undo brings everything back.`}
          failure={null}
          busy={false}
          onConfirm={() => void send(step.sent)}
          onClose={onClose}
        >
          The lines of <bdi>{name}</bdi> replace all words of this transcript.{!searched && ` ${NOT_SEARCHED}`}
        </Confirm>
      )}
    </>
  )
}

/** Says what came in, and offers to undo it. */
function tell(
  editing: Editing,
  name: string,
  { edit_id, lines }: ImportOutcome,
  onUndone: () => void,
  searched: boolean,
): void {
  const count = lines === 1 ? '1 line' : `${lines.toLocaleString('en')} lines`
  if (edit_id === null) toast(`The transcript has the lines of ${name} already.`)
  else offerUndo(editing, edit_id, `Imported ${name}: ${count}.${searched ? '' : ` ${NOT_SEARCHED}`}`, onUndone)
}
