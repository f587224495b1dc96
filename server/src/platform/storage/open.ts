import path from 'node:path'
import type { Config } from '../config.ts'
import { DiskStorage } from './disk.ts'
import { S3Storage } from './s3/s3-storage.ts'
import type { Storage } from './storage.ts'

/** Opens the storage in the settings: an object store if one is named, otherwise a folder with the data. */
export const openStorage = ({ data_dir, s3, secret_key }: Pick<Config, 'data_dir' | 's3' | 'secret_key'>): Storage =>
  s3 ? new S3Storage({ s3, secret_key }) : new DiskStorage({ folder: path.join(data_dir, 'files'), secret_key })
