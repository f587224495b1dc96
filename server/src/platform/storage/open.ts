import path from 'node:path'
import type { Config } from '../config.ts'
import type { Storage } from './storage.ts'

/**
 * Opens the storage in the settings: an object store if one is named, otherwise a folder with the data. Loads the code of
 * that one alone: clients of object stores take 20 MB.
 */
export async function openStorage({
  data_dir,
  s3,
  secret_key,
}: Pick<Config, 'data_dir' | 's3' | 'secret_key'>): Promise<Storage> {
  if (s3) return new (await import('./s3/s3-storage.ts')).S3Storage({ s3, secret_key })
  return new (await import('./disk.ts')).DiskStorage({ folder: path.join(data_dir, 'files'), secret_key })
}
