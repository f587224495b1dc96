import type { Digest, NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import { sql } from 'kysely'
import type { Person } from '../../seed/rows/senders.ts'
import { type MailParts, mailParts } from './mail-parts.ts'
import type { Product } from './product.ts'

/** A person who chooses how mails are gathered, and a clock that tests move. */
export function gatheringOf(server: Product) {
  const later = (seconds: number): Date => new Date(Date.now() + 1_000 * seconds)
  return {
    /** Chooses how often a kind is mailed. */
    choose: async (who: Person, kind: NotificationKind, digest: Digest, time_zone?: string): Promise<void> => {
      const settings = [{ kind, mail: true, digest }]
      const answer = await server.post('/api/notification_settings', { settings, time_zone }, who)
      if (answer.status !== 200) throw new Error(answer.text)
    },
    /** Lets time pass since the lines that wait for a person were written. */
    pass: async ({ id }: Person, seconds: number): Promise<void> => {
      await sql`update waiting_lines set due_at = due_at - make_interval(secs => ${seconds}),
        created_at = created_at - make_interval(secs => ${seconds}) where user_id = ${id}`.execute(server.db)
    },
    /**
     * The mails that a person or an address has got, oldest first.
     * @param seconds that the worker's clock is ahead
     */
    mailsTo: async ({ email }: { readonly email: string }, seconds = 0): Promise<MailParts[]> =>
      (await server.outbox(later(seconds))).filter((one) => one.includes(`To: ${email}`)).map(mailParts),
  }
}
