import { type Account, createLink } from './calls.ts'
import type { Product } from './product.ts'

const NAME = 'Autumn launch, for Northlane'
const PASSWORD = 'four quiet boats'
/** Far enough in the future for every run. */
const END = '2031-12-20T12:00:00.000Z'

/** Addresses of links with settings. */
export interface SeededLinks {
  /** A room with a password, an optional address and an end. */
  readonly locked: string
  /** A link that asks for an address and mails a code. */
  readonly confirmed: string
  readonly room: string
  /** The page of a video in that room. */
  readonly inside: string
  readonly empty: string
  /** A video with a watermark, a download and its earlier versions. */
  readonly marked: string
  /** A box for files, and one with a password. */
  readonly box: string
  readonly locked_box: string
}

type Link = Parameters<typeof createLink>[2]

/** Makes links of every kind to a review collection. @param films ids of videos there */
export async function seedLinks(
  product: Product,
  owner: Account,
  { review, empty, films }: { review: string; empty: string; films: string[] },
): Promise<SeededLinks> {
  const make = async (link: Link) => (await createLink(product, owner, link)).path
  const set = { kind: 'set' as const, ids: films, name: NAME }
  const box = {
    ...{ kind: 'box' as const, ids: [review], permission: 'viewer' as const, expires_at: END },
    ...{ name: 'Day 2, camera originals', message: 'Camera originals of day 2, both cameras. No transcodes, please.' },
  }
  const room = await make({ kind: 'collection', ids: [review], name: NAME, permission: 'approver' })
  const links = {
    locked: await make({
      ...set,
      permission: 'approver',
      password: PASSWORD,
      email_rule: 'optional',
      expires_at: END,
      tell: true,
    }),
    confirmed: await make({ ...set, permission: 'commenter', email_rule: 'confirmed' }),
    room,
    inside: `${room}/${films[0]}`,
    empty: await make({ kind: 'collection', ids: [empty], name: 'What comes next', permission: 'viewer' }),
    marked: await make({
      kind: 'stack',
      ids: [films[0] ?? ''],
      permission: 'commenter',
      download: 'original',
      watermark: 'over',
      watermark_text: 'Northlane, not for passing on',
      show_versions: true,
    }),
    box: await make(box),
    locked_box: await make({ ...box, name: 'Sound of day 2', password: PASSWORD }),
  }
  return links
}
