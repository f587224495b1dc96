import { sharing } from '@footnote/contract/nouns/review/sharing.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../../lib/calls/client.ts'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import './guest-mail.css'

interface GuestMailProps {
  shareToken: string
  /** Whether the guest gets mails, as the link was read last. */
  mail: boolean
  /** Reads the link again. */
  onChosen: () => Promise<unknown>
}

/** Where a guest with a proven address asks for answers and new versions by mail. */
export function GuestMail({ shareToken, mail, onChosen }: GuestMailProps) {
  const choice = useMutation({
    mutationFn: async (chosen: boolean) => {
      await call(sharing.chooseMail, { body: { mail: chosen } }, undefined, { share_token: shareToken })
      await onChosen()
    },
    onError: (error) => console.warn('mail', error),
  })
  return (
    <div className="guest-mail">
      <Checkbox
        checked={choice.isPending ? choice.variables : mail}
        onChange={({ target }) => {
          if (!choice.isPending) choice.mutate(target.checked)
        }}
      >
        Mail me answers and new versions
      </Checkbox>
      {choice.isError && <p role="alert">Your choice could not be saved. Please try again.</p>}
    </div>
  )
}
