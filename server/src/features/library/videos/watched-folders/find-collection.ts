import { TEXT } from '@footnote/contract/shared/limits.ts'
import { cleanName } from '@footnote/contract/shared/names.ts'
import type { UserViewer } from '../../../../platform/route.ts'
import { refuseReadOnly } from '../../../identity/companies/policy.ts'
import type { Services } from '../../../services.ts'
import { createCollection } from '../../collections/commands.ts'
import { collectionRights } from '../../collections/policy.ts'
import { listCollections } from '../../collections/queries.ts'

/**
 * The collection of a name to which somebody may add videos; a new one, with what the screen chooses by default, if
 * there is none.
 * @returns its id
 * @throws ProductError limit_seats
 */
export async function collectionNamed(
  { db, config }: Pick<Services, 'db' | 'config'>,
  owner: UserViewer,
  name: string,
): Promise<string> {
  const found = await findCollectionNamed({ db, config }, owner, name)
  if (found) return found
  refuseReadOnly(owner, config)
  const { user_id, company_id } = owner
  const modalities = { visual: true, ocr: false, audio: true }
  const made = await createCollection(db, {
    kind: 'search',
    name: collectionName(name),
    user_id,
    company_id,
    ...modalities,
  })
  return made.id
}

/** Name of a collection whose folder's name has no text. */
const NAMELESS = 'Imported files'
const collectionName = (folder: string): string => cleanName(cleanName(folder).slice(0, TEXT.name)) || NAMELESS

/** The same collection if it is there; null if it is not. */
export async function findCollectionNamed(
  { db, config }: Pick<Services, 'db' | 'config'>,
  owner: UserViewer,
  name: string,
): Promise<string | null> {
  const circumstances = { billing: config.billing, now: new Date() }
  for (const kind of ['search', 'review'] as const)
    for (const collection of await listCollections(db, owner.company_id, kind))
      if (
        collectionName(collection.name) === collectionName(name) &&
        collectionRights(owner, collection, circumstances).upload
      )
        return collection.id
  return null
}
