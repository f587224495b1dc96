import { useId } from 'react'
import { Tip } from '../../../../ui/overlays/tip.tsx'
import { wasWords } from '../transcript-text.tsx'

/** What the engine heard in place of an edited word, above that word. The word itself says it to screen readers. */
export function OriginalTip({ word, onLeave }: { word: HTMLElement; onLeave: () => void }) {
  const id = useId()
  return (
    <Tip
      id={id}
      text={<span dir="auto">{wasWords(word.dataset.was)}</span>}
      side="top"
      anchor={word}
      onEnter={() => undefined}
      onLeave={onLeave}
      onDismiss={onLeave}
    />
  )
}
