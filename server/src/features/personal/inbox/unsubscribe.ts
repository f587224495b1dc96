import { NOTIFICATION_KINDS, type NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import { isId } from '../../../platform/db/database.ts'
import { Signer } from '../../../platform/storage/signing.ts'
import { KINDS } from './kinds.ts'

/** The mails that a link ends: those of a kind to a person, or those of a share link to a guest. */
export type MailOptOut =
  | { readonly user_id: string; readonly kind: NotificationKind }
  | { readonly guest_mail_id: string; readonly kind: typeof OF_LINK }

export const OF_LINK = 'LINK'

/** Completes the sentence 'Mails about …'. */
export const nameOf = (kind: MailOptOut['kind']): string =>
  kind === OF_LINK ? 'answers and new versions by this link' : KINDS[kind].name

/**
 * Signed tokens that end mails without signing in (RFC 8058). A token contains an id and a kind, and works for nothing
 * else.
 */
export class UnsubscribeTokens {
  readonly #signer: Signer

  constructor(secret: string) {
    this.#signer = new Signer(secret, 'unsubscribe')
  }

  create({ kind, ...reader }: MailOptOut): string {
    const id = 'user_id' in reader ? reader.user_id : reader.guest_mail_id
    return `${id}.${kind}.${this.#signer.sign(id, kind)}`
  }

  /** @returns null for a changed token */
  read(token: string): MailOptOut | null {
    const [id = '', name = '', signature = ''] = token.split('.')
    if (!isId(id) || !this.#signer.matches(signature, id, name)) return null
    if (name === OF_LINK) return { guest_mail_id: id, kind: OF_LINK }
    const kind = NOTIFICATION_KINDS.find((known) => known === name)
    return kind ? { user_id: id, kind } : null
  }
}

/** The page behind the link of a mail. Fetching it changes nothing, since mail programs fetch links by themselves. */
export const unsubscribePage = (kind: MailOptOut['kind'], mail: boolean): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>Mails about ${nameOf(kind)} | Footnote</title>
<main><h1>Mails about ${nameOf(kind)}</h1>
${mail ? '<p>Footnote mails you about this.</p><form method="post"><button>Stop these mails</button></form>' : '<p>Footnote does not mail you about this.</p>'}
</main></html>
`
