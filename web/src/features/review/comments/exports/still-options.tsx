import { STILLS } from '@footnote/contract/shared/limits.ts'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'

/** Whether stills of this many comments can be made at once. */
export const canMakeStills = (count: number): boolean => count > 0 && count <= STILLS.most

/** What a ZIP of stills has. @param count comments that the list shows */
export function StillOptions(props: {
  count: number
  drawings: boolean
  disabled: boolean
  onDrawings: (drawings: boolean) => void
}) {
  return (
    <>
      <p>{sentenceFor(props.count)}</p>
      <Checkbox
        checked={props.drawings}
        disabled={props.disabled}
        onChange={(event) => props.onDrawings(event.target.checked)}
      >
        With drawings
      </Checkbox>
    </>
  )
}

function sentenceFor(count: number): string {
  if (count === 0) return 'The list shows no comment. Change its filter, or write a comment first.'
  if (count > STILLS.most)
    return `The list shows ${count} comments. At most ${STILLS.most} stills are made at once: use the filter.`
  const each = count === 1 ? 'the comment' : `each of the ${count} comments`
  return `You get a ZIP with the frame of ${each} that the list shows, as PNG. A notification says when it is ready.`
}
