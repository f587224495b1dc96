import type { LinkHolder, Person } from '../../seed/rows/senders.ts'
import { announceVersion } from '../src/features/library/versions/commands.ts'
import { gatheringOf } from './gathering.ts'
import type { MailParts } from './mail-parts.ts'
import type { Product } from './product.ts'

/** A guest whose address is proven, and their link. */
export interface MailedGuest {
  readonly id: string
  readonly email: string
  readonly guest: LinkHolder
}

/** Calls by which guests choose mails, and what they get. */
export function mailedGuests(server: Product, owner: Person, collection: string) {
  const { mailsTo } = gatheringOf(server)
  let count = 0
  const unlock = async (guest: LinkHolder, body: object): Promise<LinkHolder> => {
    const { json } = await server.post(`/api/sharing_router/unlock/${guest.share_token}`, body, guest)
    return { ...guest, share_pass: json.pass }
  }
  /** Opens a link with the code that is mailed to an address. */
  async function prove(guest: LinkHolder, email: string, more: object = {}): Promise<LinkHolder> {
    const body = { name: 'Kim', email, ...more }
    await unlock(guest, body)
    // The present time sends no gathered mail.
    const sent = (await server.outbox(new Date())).filter((mail) => mail.includes(`To: ${email}`))
    const codes = sent.flatMap((mail) => /^X-Footnote-Code: (\d+)$/m.exec(mail)?.[1] ?? [])
    return await unlock(guest, { ...body, code: codes.at(-1) })
  }
  async function makeLink(body: object): Promise<{ id: string; guest: LinkHolder }> {
    const { status, json } = await server.post(
      '/api/sharing_router/links',
      { permission: 'commenter', email_rule: 'confirmed', ...body },
      owner,
    )
    if (status !== 201) throw new Error(JSON.stringify(json))
    const share_token = json.share_url.split('/').at(-1)
    return { id: json.link.id, guest: { share_token, guest_key: `key of ${share_token}` } }
  }
  const choose = (guest: LinkHolder, mail: boolean) => server.put('/api/sharing_router/mail', { mail }, guest)
  return {
    unlock,
    prove,
    makeLink,
    choose,
    aVideo: (values: object = {}, of = collection) =>
      server.aVideo(owner, of, { duration: 600, file_name: 'cut.mp4', ...values }),
    /** A guest of a new link who has chosen mails. */
    async aMailedGuest(body: object): Promise<MailedGuest> {
      const { id, guest } = await makeLink(body)
      const email = `kim${count++}@client.example`
      const inside = await prove(guest, email)
      const answer = await choose(inside, true)
      if (answer.status !== 200) throw new Error(answer.text)
      return { id, email, guest: inside }
    },
    /** Adds the next version of a video, as the stage that validates its file announces it. */
    async aVersionOf(video: string, version: number): Promise<string> {
      const { stack_id, collection_id } = await server.db
        .selectFrom('videos')
        .select(['stack_id', 'collection_id'])
        .where('id', '=', video)
        .executeTakeFirstOrThrow()
      const values = { stack_id, version, duration: 600, file_name: `cut v${version}.mp4` }
      const id = await server.aVideo(owner, collection_id, values)
      await server.db.transaction().execute((transaction) => announceVersion(transaction, server.queue, id))
      return id
    },
    /** The gathered mails that a guest has got, oldest first. @param seconds that the worker's clock is ahead */
    async mailsOf({ email }: Pick<MailedGuest, 'email'>, seconds = 301): Promise<MailParts[]> {
      return (await mailsTo({ email }, seconds)).filter(({ subject }) => !subject.endsWith('is your code'))
    },
  }
}
