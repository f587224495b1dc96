import { MAIL } from '@footnote/contract/shared/limits.ts'
import { sql } from 'kysely'
import { PASSWORD } from '../seed/rows/people.ts'
import { startProduct } from '../server/test/product.ts'
import { startTestPostgres } from '../server/test/test-postgres.ts'
import { soak } from './run.ts'

/** Causes mails to one address, by every call that mails to a stranger, from a new caller each time. */
export const mails = soak({
  shows: `Of a thousand mails asked for, ${MAIL.per_recipient} reach one recipient, and ${MAIL.per_sender} leave from one sender.`,
  sizes: { asked: 1000, invited: 1000 },
  async run({ asked, invited }, log) {
    const postgres = await startTestPostgres()
    const failures: string[] = []
    try {
      const api = await startProduct({ settings: { RATE_LIMITS: 'on' }, database_url: await postgres.createDatabase() })
      try {
        const admin = await api.person(undefined, 'TEAM')
        const { email } = await api.person()
        const names = { first_name: 'Eve', last_name: 'Adversary', password: PASSWORD }
        const sent = async (to: string) => (await api.outbox()).filter((mail) => mail.includes(`To: ${to}`)).length
        // Resets the other limits, because a caller can have many addresses and wait.
        const forget = () => sql`delete from rate_counters where key not like 'mails %'`.execute(api.db)
        const ask = async (to: string, turn: number) => {
          if (turn % 4 === 0) return await api.post('/api/signup', { ...names, email: to })
          if (turn % 4 === 1) return await api.post('/api/forgot-password', { email: to })
          if (turn % 4 === 2) return await api.post('/api/resend_verification_code', { email: to })
          return await api.post('/api/company/invite_users', { emails: [to] }, admin)
        }
        for (let turn = 0; turn < asked; turn += 1) {
          await forget()
          // A new caller each time, so that the limit of a sender does not stop these.
          await sql`delete from rate_counters where key like 'mails asked for by %'`.execute(api.db)
          const { status } = await ask(email, turn)
          if (status >= 500) failures.push(`An answer with ${status} after ${turn} mails asked for.`)
        }
        const recipient = await sent(email)
        log(`${recipient} of ${asked} mails reached one recipient`)
        if (recipient > MAIL.per_recipient) failures.push(`${recipient} mails reached one recipient within the hour.`)
        await sql`delete from rate_counters`.execute(api.db)
        const before = (await api.outbox()).length
        for (let turn = 0; turn < invited; turn += 1) {
          await forget()
          await ask(`stranger${turn}@example.org`, 3)
        }
        const left = (await api.outbox()).length - before
        log(`${left} of ${invited} invitations left from one sender`)
        if (left > MAIL.per_sender) failures.push(`${left} mails left from one sender within the day.`)
        return { counts: { asked: asked + invited, 'to one recipient': recipient, 'from one sender': left }, failures }
      } finally {
        await api.close()
      }
    } finally {
      await postgres.stop()
    }
  },
})
