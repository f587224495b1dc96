import { Command } from 'commander'
import { SECRET } from '../../seed/rows/senders.ts'
import { addImport } from '../src/app/command/import/import-command.ts'
import type { Config } from '../src/platform/config.ts'

/** What `footnote import` says of the files of a folder. */
export interface ImportAnswer {
  readonly taken: number
  readonly failed: readonly { readonly path: string; readonly error: string }[]
}

/** Runs `footnote import` in this process, where a test can stand between two calls of the system. */
export async function importHere(
  { database_url, data_dir }: Pick<Config, 'database_url' | 'data_dir'>,
  ...words: string[]
): Promise<ImportAnswer> {
  const answers: ImportAnswer[] = []
  const nothing = () => undefined
  const program = new Command().exitOverride()
  addImport(program, {
    env: { DATABASE_URL: database_url, DATA_DIR: data_dir, SECRET_KEY: SECRET },
    say: nothing,
    progress: nothing,
    answer: (answer) => void answers.push(answer as ImportAnswer),
    ask: async () => null,
  })
  const failure = await program.parseAsync(['import', ...words], { from: 'user' }).catch((error: Error) => error)
  // It ends with an error after its answer when a file was not taken.
  if (!answers[0]) throw failure
  return answers[0]
}
