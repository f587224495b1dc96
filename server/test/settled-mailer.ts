import { setImmediate } from 'node:timers/promises'
import { type Mail, type Mailer, type MailOptions, openMailer } from '../src/platform/mail/mailer.ts'

/** A mailer of the product that can be waited for: mails are made once the answer is out, which a test has read by then. */
export function openSettledMailer(options: MailOptions): Mailer & { settled: () => Promise<void> } {
  const mailer = openMailer(options)
  const leaving = new Set<Promise<void>>()
  const follow = (act: (mail: Mail) => Promise<void>) => (mail: Mail) => {
    const done = act(mail).finally(() => leaving.delete(done))
    leaving.add(done)
    return done
  }
  return {
    ...mailer,
    send: follow(mailer.send),
    rehearse: follow(mailer.rehearse),
    async settled() {
      // The server hears that an answer has left one turn of its loop after the test, at most.
      for (let turns = 0; turns < 3 || leaving.size > 0; turns += 1) {
        await Promise.allSettled(leaving)
        await setImmediate()
      }
    },
  }
}
