import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import type { Command } from 'commander'
import { openStorage } from '../../platform/storage/open.ts'
import { FILE_MODES, findBackup, type Manifest } from '../backup/manifest.ts'
import { verifyBackup } from '../backup/verify-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { CommandError } from '../command-error.ts'
import type { Console } from './console.ts'
import { openProduct } from './open-product.ts'
import { restoreBackup } from './restore-backup.ts'

/** Adds `footnote backup`, `restore` and `verify`. */
export function addBackup(program: Command, console: Console): void {
  program
    .command('backup <folder>')
    .description('back up rows, files and secret.key into a folder of backups, while Footnote runs')
    .option(
      '--files <how>',
      'copy: new files only, others as links to the last backup; link: as links to the files; none',
      'copy',
    )
    .action(async (target: string, { files }: { files: string }) => {
      const mode = FILE_MODES.find((known) => known === files)
      if (!mode) throw new CommandError(`--files is one of ${FILE_MODES.join(', ')}.`)
      await using product = await openProduct(console.env, console.say)
      const { config } = product
      const made = await writeBackup({ config, storage: await openStorage(config), target, mode })
      if (made.files.vanished > 0)
        console.say(`${made.files.vanished} files were removed while the backup ran, and are not in it`)
      if (!made.keeps_secret) console.say('SECRET_KEY is in the settings, so it is not in the backup. Keep it as well.')
      if (mode === 'copy' && !made.makes_links)
        console.say(`the disk of ${target} makes no links, so each backup there has all files again`)
      console.answer({ folder: made.folder, ...totals(made.manifest), new_files: made.files.fresh }, [
        `${made.folder}: ${sentence(made.manifest)}, ${made.files.fresh} files new`,
      ])
    })
  program
    .command('restore <backup>')
    .description('replace everything by a backup, or by the newest one in a folder, while Footnote is stopped')
    .option('--replace', 'also where there are people')
    .action(async (target: string, { replace = false }: { replace?: boolean }) => {
      const { folder, manifest } = await restoreBackup({ env: console.env, target, replace, say: console.say })
      console.answer({ folder, ...totals(manifest) }, [`restored ${folder}: ${sentence(manifest)}`])
    })
  program
    .command('verify <backup>')
    .description('read a whole backup, and load it into a database that is thrown away')
    .action(async (target: string) => {
      const folder = await findBackup(target)
      const { manifest, secret } = await verifyBackup(folder)
      const empty = 'It can be restored on an empty machine'
      console.answer({ folder, ...totals(manifest), has_secret: secret !== null }, [
        `${folder} is whole: ${sentence(manifest)}`,
        secret === null
          ? `${empty} where the SECRET_KEY of its settings is set: it is not in the backup.`
          : `${empty}.`,
        ...(manifest.files.mode === 'none'
          ? ['It has rows only: the files of DATA_DIR/files are needed as well.']
          : []),
      ])
    })
}

const totals = ({ made_at, tables, files }: Manifest) => ({
  made_at,
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  files: files.count,
  bytes: files.bytes,
})

function sentence(manifest: Manifest): string {
  const { tables, rows, files, bytes } = totals(manifest)
  return `${rows} rows of ${tables} tables, ${files} files of ${formatFileSize(bytes)}`
}
