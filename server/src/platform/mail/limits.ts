/** Mails that may be sent, or why they may not. */
export type MailClaim =
  | {
      readonly granted: true
      /** Takes them back, where none is sent after all. */
      giveBack(): Promise<void>
    }
  | { readonly granted: false; readonly detail: string; readonly retry_after: number }

/** Counts mails that people have sent to others, or to themselves, before they are. */
export interface MailLimits {
  /**
   * Claims a mail to each recipient, all of them or none.
   * @param sender a user's id, or what the caller is counted as
   * @param kind notices to the owner of an account have limits of their own: no stranger keeps them away
   */
  claim(sender: string, recipients: readonly string[], kind?: 'asked for' | 'notices'): Promise<MailClaim>
}
