import { createHash } from 'node:crypto'
import { RESUMABLE } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import { ProductError } from '../../../../platform/errors.ts'
import type { Sender } from '../../../hooks.ts'
import { lockCompany } from '../../../identity/companies/commands.ts'
import { refuseSize } from '../../../identity/plans/quota/policy.ts'
import { roomLeft } from '../../../identity/plans/quota/queries.ts'
import type { Services } from '../../../services.ts'
import { lockCollection } from '../../collections/commands.ts'
import { readCollection } from '../../collections/queries.ts'
import { nextVersion } from '../../versions/commands.ts'
import { stackFor } from '../../versions/queries.ts'
import { addVideo } from '../../videos/commands.ts'
import { findVideo } from '../../videos/queries.ts'
import { endUpload } from '../commands.ts'
import type { Lease } from './lease.ts'
import { lockResumable } from './lock-resumable.ts'
import { findFinished, growingFileOf, type ResumableUpload } from './queries.ts'

/**
 * Makes the video of an upload that has all its bytes, and the job that indexes it, in one transaction. The file gets
 * its name before, since an object store may take long; after a kill or a refusal in between, the client sends the last
 * chunk again.
 * @returns the video's id
 * @throws ProductError what `add_records` refuses; upload_taken; other_file when the ends are not those that the sender
 * stated at the beginning, so that the upload is removed
 */
export async function completeUpload(
  { db, storage, queue, config }: Pick<Services, 'db' | 'storage' | 'queue' | 'config'>,
  sender: Sender,
  upload: ResumableUpload,
  lease: Lease,
): Promise<string> {
  const { id, company_id, collection_id, file_name, file_size } = upload
  const circumstances = { billing: config.billing, now: new Date() }
  // An attempt before may have committed although its connection was lost; then there is no upload any more.
  if (!(await findFinished(db, sender, id))) {
    lease.check()
    await storage.complete(growingFileOf(upload))
    if (upload.ends !== null && upload.ends !== (await endsOf(storage, upload))) {
      await endUpload({ db, storage }, id, (transaction) => lease.confirm(transaction))
      throw new ProductError('other_file')
    }
  }
  return await db.transaction().execute(async (transaction) => {
    if (company_id) await lockCompany(transaction, company_id)
    await lockCollection(transaction, collection_id)
    const finished = await findFinished(transaction, sender, id)
    if (finished) return finished.id
    const row = await lockResumable(transaction, sender, id)
    await lease.confirm(transaction)
    const collection = await readCollection(transaction, sender, collection_id)
    // The video may have been deleted meanwhile: then the new one begins a stack of its own.
    const version_of = row.version_of && (await findVideo(transaction, row.version_of)) ? row.version_of : null
    const stack_id = await stackFor(transaction, sender, { collection, version_of }, circumstances)
    refuseSize(file_size, await roomLeft(transaction, collection, config.billing, id), collection.plan)
    const place = stack_id ? { stack_id, version: await nextVersion(transaction, stack_id) } : {}
    const { fingerprint, relative_path: source, sent_by } = row
    await addVideo(transaction, queue, row, { file_name, file_size, fingerprint, source, sent_by, ...place })
    await sender.guest?.arrived(transaction, id)
    return id
  })
}

/** SHA-256 of both ends of a complete file, as senders compute it. */
async function endsOf(
  storage: Services['storage'],
  { storage_key, file_size }: Pick<ResumableUpload, 'storage_key' | 'file_size'>,
): Promise<string> {
  const hash = createHash('sha256')
  const { ends } = RESUMABLE
  for (const [start, end] of [
    [0, Math.min(ends, file_size)],
    [Math.max(ends, file_size - ends), file_size],
  ] as const)
    if (start < end)
      for await (const piece of await storage.read(storage_key, { start, end: end - 1 })) hash.update(piece)
  return hash.digest('hex')
}
