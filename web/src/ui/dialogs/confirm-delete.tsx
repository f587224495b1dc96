import type { ReactNode } from 'react'
import { Confirm } from './confirm.tsx'

interface ConfirmDeleteProps {
  /** Name of the thing to delete. */
  name: string
  /** Other things that are deleted with it, after the name. */
  besides?: ReactNode
  /** Says what cannot be restored. */
  note: string
  /** State of the deletion. */
  deletion: { isPending: boolean; isError: boolean }
  onDelete: () => void
  onClose: () => void
}

/** Asks before something is deleted. Nothing closes it while the deletion runs. */
export const ConfirmDelete = ({ name, besides, note, deletion, onDelete, onClose }: ConfirmDeleteProps) => (
  <Confirm
    title="Confirm Delete"
    action="Delete"
    note={note}
    failure={deletion.isError ? 'It was not deleted.' : null}
    busy={deletion.isPending}
    onConfirm={onDelete}
    onClose={onClose}
  >
    Delete <strong className="font-semibold [overflow-wrap:anywhere]">{name}</strong>
    {besides}?
  </Confirm>
)
