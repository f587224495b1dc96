import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Control } from '../controls/control.tsx'
import type { OtherMatches } from './other-matches.ts'
import './match-controls.css'

/** Ways to the other matches of a search in this video, and which of them plays. */
export function MatchControls({ place, count, previous, next }: OtherMatches) {
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a form around it */}
      <div className="ctl-matches" role="group" aria-label="Matches in this video">
        <Control icon={ChevronLeft} label="Previous match in this video" shortcut="P" onPress={previous} />
        <span aria-live="polite">
          <span className="matches-words">match </span>
          <b>{place === null ? `– of ${count}` : `${place + 1} of ${count}`}</b>
          <span className="matches-words"> in this video</span>
        </span>
        <Control icon={ChevronRight} label="Next match in this video" shortcut="N" onPress={next} />
      </div>
      <span className="flex-1" />
    </>
  )
}
