import { readdir, rm, utimes } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { SECRET } from '../../../../seed/rows/senders.ts'
import { startProduct } from '../../../test/product.ts'
import { idOf, tusCalls } from '../../../test/tus-calls.ts'
import { runWords } from '../../../test/typed-command.ts'
import { startWholeObjectStore } from '../../../test/whole-object-store.ts'
import { S3Storage } from '../../platform/storage/s3/s3-storage.ts'

const OLD = new Date(Date.now() - 48 * 3_600_000)
/** A smallest part of an object store, and an end that is too small for one. */
const [PART, END] = [5 * 1024 ** 2, 1000]

/** A product with its files on disk or in an object store, and what its kind of storage has of uploads under way. */
async function open(kind: 'disk' | 's3') {
  const store = kind === 's3' ? await startWholeObjectStore() : null
  const s3 = store?.settings
  const product = await startProduct(s3 ? { storage: new S3Storage({ s3, secret_key: SECRET }) } : {})
  const settings = {
    ...{ DATABASE_URL: product.config.database_url, DATA_DIR: product.config.data_dir, SECRET_KEY: SECRET },
    ...(s3
      ? {
          ...{ S3_ENDPOINT: s3.endpoint, S3_BUCKET: s3.bucket, S3_REGION: s3.region },
          ...{ S3_ACCESS_KEY_ID: s3.access_key_id, S3_SECRET_ACCESS_KEY: s3.secret_access_key },
        }
      : {}),
  }
  const folder = store ? path.join(store.folder, store.settings.bucket) : path.join(product.files, '.incoming')
  return {
    product,
    type: (...words: string[]) => runWords(words, settings),
    /** Files and folders of uploads under way, with their whole paths. */
    async arriving(): Promise<string[]> {
      if (!store) return (await readdir(folder)).map((name) => path.join(folder, name))
      const parts = path.join(folder, '._S3rver_uploads')
      const uploads = (await readdir(parts)).map((name) => path.join(parts, name))
      const ends = await readdir(path.join(folder, 'incoming'), { recursive: true, withFileTypes: true })
      return [...uploads, ...ends.filter((end) => end.isFile()).map((end) => path.join(end.parentPath, end.name))]
    },
    async stop() {
      await product.close()
      await store?.stop()
    },
  }
}

/** Makes everything of uploads under way look old. */
async function growOld(names: readonly string[]): Promise<void> {
  for (const name of names) {
    for (const file of [name, path.join(name, 'key')]) await utimes(file, OLD, OLD).catch(() => undefined)
  }
}

describe.each(['disk', 's3'] as const)('on %s', (kind) => {
  test('fsck names bytes of open uploads that are gone and those of none, and removes these once they are asked for', async () => {
    const { product, type, arriving, stop } = await open(kind)
    try {
      const { create, patch, send } = tusCalls(product.base)
      const person = await product.person()
      const index_id = await product.aCollection(person)
      const begin = async () => {
        const at = (await create(person, index_id, 2 * PART)).headers.get('location')!
        const before: readonly string[] = await arriving().catch(() => [])
        expect((await patch(person, at, 0, Buffer.alloc(PART, 'a'))).status).toBe(204)
        expect((await patch(person, at, PART, Buffer.alloc(END, 'b'))).status).toBe(204)
        return { at, files: (await arriving()).filter((name) => !before.includes(name)) }
      }
      const [kept, lost, orphan] = [await begin(), await begin(), await begin()]
      await growOld(await arriving())
      expect(await type('fsck')).toMatchObject({ code: 0, out: 'Rows and files agree.\n' })

      for (const file of lost.files) await rm(file, { recursive: true })
      await product.db.deleteFrom('uploads').where('id', '=', idOf(orphan.at)).execute()
      const found = await type('fsck', '--json')
      expect(found.code).toBe(1)
      const { findings } = JSON.parse(found.out) as { findings: { kind: string; key: string; arriving: boolean }[] }
      const ofUpload = ({ at }: { at: string }) => findings.filter(({ key }) => key.includes(idOf(at)))
      expect(ofUpload(kept)).toEqual([])
      expect(ofUpload(lost)).toMatchObject([
        { kind: 'missing', key: `videos/${idOf(lost.at)}/original.mp4`, arriving: true },
      ])
      // An object store has the parts and the end apart.
      expect(ofUpload(orphan).map(({ kind, arriving }) => [kind, arriving])).toEqual(
        Array.from({ length: kind === 'disk' ? 1 : 2 }, () => ['orphaned', true]),
      )
      expect(findings.length).toBe(1 + ofUpload(orphan).length)

      // Without a terminal nobody can agree. What was written again meanwhile stays.
      expect(JSON.parse((await type('fsck', '--json', '--repair')).out).removed).toEqual([])
      for (const name of orphan.files) expect(await arriving()).toContain(name)
      const repaired = JSON.parse((await type('fsck', '--json', '--repair', '--yes')).out)
      expect(repaired.removed.sort()).toEqual(
        ofUpload(orphan)
          .map(({ key }) => key)
          .sort(),
      )
      expect((await arriving()).sort()).toEqual([...kept.files].sort())
      expect((await type('fsck')).out).toContain('begins again')

      // The missing bytes are for the person to send again; the upload whose bytes are there goes on.
      expect((await patch(person, lost.at, PART + END, Buffer.from('c'))).code).toBe('upload_expired')
      expect((await send(person, 'DELETE', lost.at)).status).toBe(204)
      expect((await patch(person, kept.at, PART + END, Buffer.alloc(PART - END))).status).toBe(204)
      expect((await type('fsck')).out).toBe('Rows and files agree.\n')
    } finally {
      await stop()
    }
  })
})
