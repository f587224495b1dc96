import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly recipients: string[]
  readonly message: string
}

/** Decides whether to refuse a message: with a number of RFC 5321 and a sentence, or null. */
export type Refusal = (message: string, count: number) => { readonly code: number; readonly reason: string } | null

/** Refuses the first messages temporarily. */
export const refuseFirst =
  (refusals: number): Refusal =>
  (_message, count) =>
    count <= refusals ? { code: 451, reason: 'Come back later' } : null

/** A mail server on loopback. @param port a free one by default */
export async function startSmtp(refuse: Refusal = () => null, port = 0) {
  const received: ReceivedMail[] = []
  const greetings = new Set<string>()
  let asked = 0
  let met = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      met += 1
      done()
    },
    onData(stream, session, done) {
      asked += 1
      greetings.add(session.hostNameAppearsAs)
      text(stream).then((message) => {
        const refused = refuse(message, asked)
        if (refused) return done(Object.assign(new Error(refused.reason), { responseCode: refused.code }))
        received.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), message })
        done()
      }, done)
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    asked: () => asked,
    /** Names with which programs greeted it. */
    greetings: () => [...greetings],
    met: () => met,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
