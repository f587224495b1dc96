import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../../platform/config.ts'

/**
 * Acts with the rights of the account that runs API and worker when root types the command, so that they can use the
 * new files, and so that no more is read than they may read.
 */
export async function asOwnerOf<T>({ data_dir, s3 }: Config, act: () => Promise<T>): Promise<T> {
  const { geteuid, getegid, seteuid, setegid } = process
  if (s3 || geteuid?.() !== 0 || !getegid || !seteuid || !setegid) return await act()
  const place = await stat(path.join(data_dir, 'files')).catch(() => stat(data_dir))
  const group = getegid()
  setegid(place.gid)
  seteuid(place.uid)
  try {
    return await act()
  } finally {
    seteuid(0)
    setegid(group)
  }
}
