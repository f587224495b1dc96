/** Permission to send mails, or the reason against it. */
export type MailClaim =
  | {
      readonly granted: true
      /** Returns the permission when no mail is sent. */
      giveBack(): Promise<void>
    }
  | { readonly granted: false; readonly detail: string; readonly retry_after: number }

/** Limits mails that people send to others or to themselves. A claim comes before the mail. */
export interface MailLimits {
  /**
   * Claims a mail to each recipient, all of them or none.
   * @param sender a user's id, or the client's address grouped for counting
   * @param kind `notices` to an account's owner have their own limit, so that no stranger can exhaust it
   */
  claim(sender: string, recipients: readonly string[], kind?: 'asked for' | 'notices'): Promise<MailClaim>
}
