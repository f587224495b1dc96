import type { ReactNode } from 'react'
import { Confirm } from './confirm.tsx'

interface ConfirmDeleteProps {
  /** What is deleted, by its name. */
  name: string
  /** What goes with it, after the name. */
  besides?: ReactNode
  /** What cannot be had back. */
  note: string
  /** How the deletion stands. */
  deletion: { isPending: boolean; isError: boolean }
  onDelete: () => void
  onClose: () => void
}

/** Asks before something is deleted; cannot be closed while that runs. */
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
