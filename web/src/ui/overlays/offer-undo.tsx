import { toast } from './toast.ts'

/** Says what has happened, and offers to undo it. @param duration milliseconds; that of every message by default */
export function offerUndo(fact: string, undo: () => void, duration?: number): void {
  toast(
    (shown) => (
      <span className="flex items-center gap-3">
        {fact}
        <button
          type="button"
          className="btn btn-sm"
          onClick={() => {
            toast.dismiss(shown.id)
            undo()
          }}
        >
          Undo
        </button>
      </span>
    ),
    duration === undefined ? {} : { duration },
  )
}
