import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Control } from '../controls/control.tsx'
import type { Hits } from './hits.ts'
import './hits.css'

/** Ways to the other matches of a search in this film, and which of them plays. */
export function HitControls({ place, count, previous, next }: Hits) {
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a form around it */}
      <div className="ctl-hits" role="group" aria-label="Matches in this film">
        <Control icon={ChevronLeft} label="Match before in this film" shortcut="P" onPress={previous} />
        <span aria-live="polite">
          <span className="hits-words">match </span>
          <b>{place === null ? `– of ${count}` : `${place + 1} of ${count}`}</b>
          <span className="hits-words"> in this film</span>
        </span>
        <Control icon={ChevronRight} label="Next match in this film" shortcut="N" onPress={next} />
      </div>
      <span className="flex-1" />
    </>
  )
}
