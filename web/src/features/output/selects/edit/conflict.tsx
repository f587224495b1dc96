import { Button } from '../../../../ui/forms/button.tsx'
import { Alert } from '../../../../ui/page/alert.tsx'
import { countPieces } from '../lengths.ts'
import type { Difference } from './cuts.ts'
import type { Editor, EditorState } from './editor.ts'

/** For example '2 pieces added, 1 piece removed, order changed'. */
export function wordsOf({ added, removed, changed, moved }: Difference): string {
  const parts = [
    added.length > 0 && `${countPieces(added.length)} added`,
    removed.length > 0 && `${countPieces(removed.length)} removed`,
    changed > 0 && `${countPieces(changed)} changed`,
    moved && 'order changed',
  ]
  return parts.filter(Boolean).join(', ')
}

/** Above the list: what somebody else saved meanwhile, or why one's own changes are not saved. */
export function NotSaved({ editor, state }: { editor: Editor; state: EditorState }) {
  const { conflict, failure } = state
  if (conflict) {
    const also = conflict.difference.added.length > 0 ? ' The added pieces come after yours.' : ''
    return (
      <div className="selects-notice">
        <Alert
          kind="warn"
          action={
            <span className="selects-choices">
              <Button size="sm" onClick={editor.takeTheirs}>
                Take theirs
              </Button>
              <Button size="sm" variant="primary" onClick={editor.keepMine}>
                Save mine
              </Button>
            </span>
          }
        >
          These selects changed in another window: {wordsOf(conflict.difference)}. Your changes are not saved yet.{also}
        </Alert>
      </div>
    )
  }
  if (!failure) return null
  return (
    <div className="selects-notice">
      <Alert
        action={
          <Button size="sm" onClick={() => void editor.save()}>
            Retry
          </Button>
        }
      >
        {failure}
      </Alert>
    </div>
  )
}
