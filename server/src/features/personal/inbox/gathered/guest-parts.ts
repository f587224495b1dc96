import { isExpired } from '../../../library/collections/policy.ts'
import { findCurrent, stackOf } from '../../../library/versions/queries.ts'
import { findMailed, writtenBy } from '../../../review/sharing/guest-mails/queries.ts'
import { linkShows } from '../../../review/sharing/shown/queries.ts'
import type { Services } from '../../../services.ts'
import { commentQuery } from '../places.ts'
import { findPlaces, findSubjects, type Subject } from '../queries.ts'
import { nameOf, OF_LINK, UnsubscribeTokens } from '../unsubscribe.ts'
import type { DigestNotice } from './digest.ts'
import { type FoundComment, type Line, type Parts, readComments } from './digest-parts.ts'

/**
 * What the guest of a link hears: answers in their threads, and versions that are the newest still, as far as the link
 * shows them to this guest now. Nothing for the team only.
 * @param guest_mail_id of `guest_mails`
 */
export async function partsForGuest(
  services: Pick<Services, 'db' | 'config'>,
  guest_mail_id: string,
  lines: readonly Line[],
): Promise<Parts | null> {
  const { db, config } = services
  const mailed = await findMailed(services, guest_mail_id)
  if (!mailed) return null
  const { email, link, address } = mailed
  const page_url = ({ video }: Pick<Subject, 'video'>): string => `${address}/${video.id}`
  const circumstances = { billing: config.billing, now: new Date() }
  const shows = async ({ video, collection }: Subject): Promise<boolean> =>
    !isExpired(collection, circumstances) && (await linkShows(db, link.id, video.id))

  const ids = lines.map(({ comment_id }) => comment_id).filter((id) => id !== null)
  const [places, read] = [await findPlaces(db, ids), await readComments(db, ids)]
  const parents = [...read.values()].map(({ parent_comment_id }) => parent_comment_id).filter((id) => id !== null)
  const own = await writtenBy(db, { link_id: link.id, email }, [...ids, ...parents])
  const found: FoundComment[] = []
  for (const id of ids) {
    const [place, row] = [places.get(id), read.get(id)]
    // Every company has its own discussion on a sample.
    if (!place || !row || row.visibility !== 'everyone' || row.company_id !== link.company_id || own.has(id)) continue
    if (!(await shows(place.about))) continue
    found.push({ kind: 'REPLY', row, ...place, url: `${page_url(place.about)}?${commentQuery(place.comment)}` })
  }

  const version_ids = lines.map(({ new_version_id }) => new_version_id).filter((id) => id !== null)
  const notices: DigestNotice[] = []
  for (const [id, about] of await findSubjects(db, version_ids)) {
    const stack = await stackOf(db, id)
    const current = stack && (await findCurrent(db, stack))
    if (!current || current.video_id !== id || !(await shows(about))) continue
    notices.push({
      subject: `Version ${about.video.version} of ${about.video.file_name} is here`,
      body: 'Your link shows it from now on.',
      link: { words: 'Open the new version', url: page_url(about) },
    })
  }

  const token = new UnsubscribeTokens(config.secret_key).create({ guest_mail_id, kind: OF_LINK })
  return {
    ...{ to: email, time_zone: 'UTC', found, notices, notice: 'new version', last: null, settings_url: null, page_url },
    endings: [{ name: nameOf(OF_LINK), url: `${config.public_url}/api/unsubscribe?${new URLSearchParams({ token })}` }],
    isReaders: ({ id }) => own.has(id),
  }
}
