import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { offerUndo as offer } from '../../../../ui/overlays/offer-undo.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { setUndone } from './changes.ts'
import type { Editing } from './editing.ts'

/** Milliseconds that a message offers to undo a change; the key and the history offer it longer. */
const OFFER = 8_000

/** Lets the key undo a change. @param onUndone called after it was undone @returns undoes it, and says so */
export function undoing(editing: Editing, edit_id: string, onUndone?: () => void): () => void {
  const undo = async () => {
    editing.undo = null
    try {
      await setUndone(editing, edit_id, true)
      toast.success('Change undone')
      onUndone?.()
    } catch (error) {
      console.warn('undo', error)
      editing.undo = () => void undo()
      toast.error(errorDetail(error, 'The change was not undone. Try again.'))
    }
  }
  editing.undo = () => void undo()
  return editing.undo
}

/** Says what changed, and offers to undo it. @param onUndone called after it was undone */
export function offerUndo(editing: Editing, edit_id: string, fact: string, onUndone?: () => void): void {
  offer(fact, undoing(editing, edit_id, onUndone), OFFER)
}
