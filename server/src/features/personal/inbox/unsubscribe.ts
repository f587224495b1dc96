import { NOTIFICATION_KINDS, type NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import { isId } from '../../../platform/db/database.ts'
import { Signer } from '../../../platform/storage/signing.ts'
import { KINDS } from './kinds.ts'

/** The person and the kind of mails that a link ends. */
export interface MailOptOut {
  readonly user_id: string
  readonly kind: NotificationKind
}

/**
 * Signed tokens that end mails without signing in (RFC 8058). A token contains an id and a kind, and works for nothing
 * else.
 */
export class UnsubscribeTokens {
  readonly #signer: Signer

  constructor(secret: string) {
    this.#signer = new Signer(secret, 'unsubscribe')
  }

  create({ user_id, kind }: MailOptOut): string {
    return `${user_id}.${kind}.${this.#signer.sign(user_id, kind)}`
  }

  /** @returns null for a changed token */
  read(token: string): MailOptOut | null {
    const [user_id = '', name = '', signature = ''] = token.split('.')
    const kind = NOTIFICATION_KINDS.find((known) => known === name)
    return kind && isId(user_id) && this.#signer.matches(signature, user_id, kind) ? { user_id, kind } : null
  }
}

/** The page behind the link of a mail. Fetching it changes nothing, since mail programs fetch links by themselves. */
export const unsubscribePage = (kind: NotificationKind, mail: boolean): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>Mails about ${KINDS[kind].name} | Footnote</title>
<main><h1>Mails about ${KINDS[kind].name}</h1>
${mail ? '<p>Footnote mails you about this.</p><form method="post"><button>Stop these mails</button></form>' : '<p>Footnote does not mail you about this.</p>'}
</main></html>
`
