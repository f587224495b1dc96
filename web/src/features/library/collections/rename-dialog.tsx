import type { Collection } from '@footnote/contract/nouns/library/collections.ts'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import { ApiError } from '../../../lib/calls/api-error.ts'
import { RenameDialog } from '../../../ui/dialogs/rename-dialog.tsx'
import { useRenameCollection } from './api.ts'

function explain(error: Error): string {
  if (!(error instanceof ApiError))
    return error.message || 'An error occurred while sending the request. Please try again.'
  if (error.status === 0) return 'No response received from server. Please try again.'
  if (error.code === 'unexpected_answer' && error.status < 400) return 'Unexpected response from server'
  return error.detail || 'An error occurred while renaming the collection.'
}

/** Renames a collection. */
export function RenameCollectionDialog({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const rename = useRenameCollection()
  return (
    <RenameDialog
      title="Rename Collection"
      name={collection.name}
      max={TEXT.name}
      failure={rename.error && explain(rename.error)}
      busy={rename.isPending}
      onRename={(new_name) => rename.mutate({ ...collection, new_name }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
