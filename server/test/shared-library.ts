import { randomUUID } from 'node:crypto'
import type { LinkKind } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import type { Product } from './product.ts'
import { filmMaker, type SharedFilm } from './shared-films.ts'

/** A library with something for a link of every kind, and with secrets around it. */
export async function makeSharedLibrary(server: Product) {
  const secrets: string[] = []
  const secret = () => {
    secrets.push(randomUUID())
    return secrets.at(-1)!
  }
  const { owner: admin, stranger } = await server.people('TEAM')
  const { company_id } = admin
  const [first_name, last_name] = [secret(), secret()]
  await server.db
    .updateTable('users')
    .set({ is_admin: true, first_name, last_name })
    .where('id', '=', admin.id)
    .execute()
  const company = secret()
  await server.db.updateTable('companies').set({ name: company }).where('id', '=', company_id).execute()
  /** Makes links and comments, so guests read this name. */
  const maker = await server.person(admin, undefined, { first_name: 'Mara', last_name: 'Voss' })
  const keeper = await server.person(admin, undefined, { first_name: secret(), last_name: secret() })
  secrets.push(...[admin, maker, keeper].map(({ email }) => email))

  const aFilm = filmMaker(server, { keeper, author: maker })
  const aCollection = () => server.aCollection(keeper, { kind: 'review', name: secret() })
  const [place, other, renderings] = [await aCollection(), await aCollection(), await aCollection()]
  const withVersions = async (collection: string) => {
    const first = await aFilm(collection, { version: 1 })
    const second = await aFilm(collection, { version: 2, stack_id: first.stack_id })
    // What was sent last does not play yet.
    const next = await aFilm(collection, { version: 3, stack_id: first.stack_id })
    await server.db.updateTable('videos').set({ duration: null, status: 'PENDING' }).where('id', '=', next.id).execute()
    return { first, second, next }
  }
  const film = await withVersions(place)
  const rendering = await withVersions(renderings)
  const [beside, chosen, elsewhere, leaving] = [
    await aFilm(place),
    await aFilm(other),
    await aFilm(other),
    await aFilm(place),
  ]
  await server.db.updateTable('videos').set({ status: 'DELETING' }).where('id', '=', leaving.id).execute()
  const inbox = await server.aCollection(maker, { name: secret() })
  const sent = await aFilm(inbox)
  const theirs = await filmMaker(server, { keeper: stranger, author: stranger })(await server.aCollection(stranger))
  const { id: selects } = (await server.post('/api/selects', { name: secret(), note: secret() }, keeper)).json
  await server.db.updateTable('selects').set({ stack_id: rendering.first.stack_id }).where('id', '=', selects).execute()

  // Somebody was asked for a verdict, and somebody else sees the film by another link.
  const reviewers = [{ email: `${secret()}@client.example`, name: 'Rea Client' }]
  const review = { reviewers, message: secret() }
  await server.put(`/api/quick-review/approvals/${film.second.id}`, review, keeper)
  const links = { kind: 'version', ids: [film.second.id], permission: 'commenter', name: secret() }
  const { json } = await server.post('/api/sharing_router/links', { ...links, email_rule: 'required' }, maker)
  const share_token = json.share_url.split('/').at(-1)
  const known = { name: 'Lin Client', email: `${secret()}@client.example` }
  await server.post(`/api/sharing_router/unlock/${share_token}`, known, { share_token, guest_key: randomUUID() })

  const films = [...Object.values(film), ...Object.values(rendering), beside, chosen, elsewhere, leaving, sent, theirs]
  const kinds: Readonly<Record<LinkKind, { readonly ids: readonly string[]; readonly begins: readonly SharedFilm[] }>> =
    {
      version: { ids: [film.second.id], begins: [film.second] },
      stack: { ids: [film.first.id], begins: [film.second] },
      set: { ids: [film.second.id, chosen.id], begins: [film.second, chosen] },
      collection: { ids: [place], begins: [film.second, beside] },
      selects: { ids: [selects], begins: [rendering.second] },
      box: { ids: [inbox], begins: [] },
    }
  return {
    ...{ admin, maker, keeper, stranger, films, kinds, beside, other, selects },
    /** Its name, which only a box shows. */
    company,
    secrets: secrets as readonly string[],
    /** What a link of a kind shows: what it begins with, and the version before the first of them if it says so. */
    shownBy(kind: LinkKind, earlier: boolean): readonly SharedFilm[] {
      const { begins } = kinds[kind]
      return earlier ? [...begins, kind === 'selects' ? rendering.first : film.first] : begins
    },
    /** Signs everybody in again: a session may be over before a large family of tests is. */
    async signIn() {
      for (const person of [admin, maker, keeper]) Object.assign(person, await server.session(person.id))
    },
    /** The collection of what a link of a kind begins with first. */
    collectionOf: (kind: LinkKind) => (kind === 'selects' ? renderings : place),
  }
}
export type SharedLibrary = Awaited<ReturnType<typeof makeSharedLibrary>>
