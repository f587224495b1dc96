import type { Command } from 'commander'
import { openStorage } from '../../platform/storage/open.ts'
import { removeRestoreLeftovers, restoreLeftovers } from '../backup/finish-restore.ts'
import { findBackup, readManifest } from '../backup/manifest.ts'
import { CommandError } from '../command-error.ts'
import type { Console } from './console.ts'
import { findDifferences, removeOrphans } from './fsck.ts'
import { openProduct } from './open-product.ts'

/** Adds `footnote fsck`. */
export function addFsck(program: Command, console: Console): void {
  program
    .command('fsck')
    .description('compare rows and files: missing, orphaned and altered files; exit code 1 when it finds any')
    .option('--against <backup>', 'also compare the content of files with a backup')
    .option('--repair', 'remove orphaned files, and what an interrupted restore left, after a question')
    .option('--yes', 'remove them without the question')
    .action((options: Options) => check(console, options))
}

interface Options {
  readonly against?: string
  readonly repair?: boolean
  readonly yes?: boolean
}

async function check(console: Console, { against, repair, yes }: Options): Promise<void> {
  const backup = against === undefined ? null : await findBackup(against)
  if (backup) await readManifest(backup)
  await using product = await openProduct(console.env, console.say)
  const means = { db: product.db, storage: await openStorage(product.config) }
  const findings = await findDifferences(means, backup)
  const left_behind = await restoreLeftovers(product.db, product.config.data_dir)
  let removed: string[] = []
  const orphans = findings.filter(({ kind }) => kind === 'orphaned')
  if (repair && orphans.length > 0) {
    const question = `Remove ${orphans.length} orphaned files? The first is ${orphans[0]?.key}.`
    if (yes || (await console.ask(question)) === true) removed = await removeOrphans(means, orphans)
  }
  if (repair && left_behind.length > 0) {
    const question = `Remove ${left_behind.join(', ')}, a copy of files that an interrupted restore left?`
    if (yes || (await console.ask(question)) === true)
      removed = removed.concat((await removeRestoreLeftovers(product.db, product.config.data_dir)) ?? [])
  }
  const lines = findings.map(({ kind, key, sentence }) => `${kind.padEnd(8)}  ${key}  ${sentence}`)
  for (const folder of left_behind) lines.push(`leftover  ${folder}  An interrupted restore left it.`)
  const left = findings.length + left_behind.length - removed.length
  console.answer({ findings, left_behind, removed }, [
    ...lines,
    ...(removed.length > 0 ? [`${removed.length} removed`] : []),
    ...(lines.length === 0 ? ['Rows and files agree.'] : []),
  ])
  if (left > 0) throw new CommandError(`${left} ${left === 1 ? 'difference' : 'differences'} between rows and files`)
}
