import type { Selects } from '@footnote/contract/nouns/output/selects.ts'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import { useMutation } from '@tanstack/react-query'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { RenameDialog } from '../../../../ui/dialogs/rename-dialog.tsx'

/** Asks for another name of selects. */
export function RenameSelectsDialog({
  name,
  rename,
  onClose,
}: Pick<Selects, 'name'> & { rename: (name: string) => Promise<unknown>; onClose: () => void }) {
  const { mutate, error, isPending } = useMutation({ mutationFn: rename, onSuccess: onClose })
  return (
    <RenameDialog
      title="Rename selects"
      name={name}
      max={TEXT.name}
      failure={error && errorDetail(error, 'The name was not saved. Please try again.')}
      busy={isPending}
      onRename={(next) => mutate(next)}
      onClose={onClose}
    />
  )
}
