import { CopyField } from '../../../ui/forms/copy-field.tsx'

/** The address of a new link. It is copied at once, and again by its button. */
export const NewLink = ({ address }: { address: string }) => (
  <CopyField
    label="Link"
    value={address}
    action="Copy link"
    copied="Link copied to clipboard!"
    refusedAtOnce="Unable to automatically copy link. Please use the copy button or manually select and copy the link."
  />
)
