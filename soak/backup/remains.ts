import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { newPlace, startProduct } from '../../e2e/product.ts'
import { typeCommand } from '../../server/test/typed-command.ts'
import type { Installation } from './commands.ts'

/** Milliseconds that a start on a busy machine may take to remove what a killed restore left. */
const PATIENCE = 180_000

/** Folders beside the stored files, which only a restore makes. */
export const remainsOf = async ({ DATA_DIR }: Installation): Promise<string[]> =>
  (await readdir(DATA_DIR)).filter((name) => name.startsWith('files.'))

/**
 * Asks fsck about an installation whose restore was killed.
 * @returns what the restore left; what fsck says beside naming just that, null for nothing; whether there are no rows
 */
export async function askFsck(
  installation: Installation,
): Promise<{ left: string[]; unlike: string | null; empty: boolean }> {
  const { code, out, error } = await typeCommand(['fsck', '--json'], installation)
  const left = await remainsOf(installation)
  if (error.includes('This database is empty')) return { left, unlike: null, empty: true }
  const said: { findings: unknown[]; left_behind: string[] } | null = code === null || !out ? null : JSON.parse(out)
  const named = said?.left_behind.map((folder) => path.basename(folder)).sort()
  const unlike = said?.findings.length === 0 && String(named) === String(left.sort()) ? null : `${out}${error}`
  return { left, unlike, empty: false }
}

/** Starts the product and stops it. @returns what a killed restore left and the start did not remove */
export async function remainsAfterStart({ DATA_DIR, ...settings }: Installation): Promise<string[]> {
  const place = { ...(await newPlace()), data_dir: DATA_DIR }
  const product = await startProduct({ ROLES: 'api', MODELS: 'off', ...settings }, [], place)
  for (const end = Date.now() + PATIENCE; (await remainsOf({ DATA_DIR })).length > 0 && Date.now() < end; )
    await wait(100)
  await product.stop()
  return await remainsOf({ DATA_DIR })
}
