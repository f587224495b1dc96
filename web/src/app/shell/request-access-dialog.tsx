import { Mail } from 'lucide-react'
import { siteFacts } from '../../lib/site.ts'
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { ButtonLink, buttonClass } from '../../ui/forms/button.tsx'

const SUBJECT = 'API access'

/** Says where to send a use case by e-mail, and where to create an API key. */
export function RequestAccessDialog({ onClose }: { onClose: () => void }) {
  const { contact_email: email } = siteFacts()
  return (
    <Dialog open onClose={onClose} title="Request API Access">
      <DialogBody className="grid gap-3 text-md">
        <p>
          To request access to the API, e-mail{' '}
          {email ? (
            <a className="link font-medium" href={`mailto:${email}?subject=${encodeURIComponent(SUBJECT)}`}>
              {email}
            </a>
          ) : (
            'the people who run this server'
          )}{' '}
          and describe your use case.
        </p>
        <p className="text-text-2">To try the API with what your account can do already, make a key yourself.</p>
      </DialogBody>
      <DialogFooter>
        <ButtonLink to="/api-keys" onClick={onClose}>
          API keys
        </ButtonLink>
        {email && (
          <a
            className={buttonClass({ variant: 'primary' })}
            href={`mailto:${email}?subject=${encodeURIComponent(SUBJECT)}`}
          >
            <Mail className="icon" aria-hidden="true" />
            Write an e-mail
          </a>
        )}
      </DialogFooter>
    </Dialog>
  )
}
