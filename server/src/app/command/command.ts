import { Command, CommanderError } from 'commander'
import { ConfigError } from '../../platform/config.ts'
import { UnreachableError, UpgradeRefused } from '../../platform/errors.ts'
import { CommandError } from '../command-error.ts'
import { askAtTerminal } from '../supervisor/terminal.ts'
import { addBackup } from './backup-commands.ts'
import { openConsole, type Streams } from './console.ts'
import { addDoctor } from './doctor-command.ts'
import { addFsck } from './fsck-command.ts'
import { addImport } from './import/import-command.ts'
import { addJobs } from './jobs-command.ts'
import { addModels } from './models-command.ts'
import { addServe } from './serve-command.ts'
import { addUser } from './user-commands.ts'

/** Exit codes: done, not done for a reason that was printed, typed wrongly. */
const [DONE, FAILED, MISUSED] = [0, 1, 2] as const

const ABOUT = `Runs and keeps a Footnote installation, with the settings of its environment.
Each command works beside a running Footnote, and without one.`

/**
 * Runs the command `footnote`.
 * @param root the folder of the installation
 * @param words that were typed after it
 * @returns the exit code
 */
export async function runCommand(
  root: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  streams: Streams = { out: process.stdout, error: process.stderr },
): Promise<number> {
  const program = new Command('footnote')
    .description(ABOUT)
    .option('--json', 'print the result as JSON')
    .showHelpAfterError('Type footnote --help for what there is.')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: (text) => streams.out.write(text), writeErr: (text) => streams.error.write(text) })
  const stopping = new AbortController()
  const console = openConsole(
    env,
    streams,
    () => program.opts<{ json?: true }>().json === true,
    (question) => askAtTerminal(question, stopping.signal),
  )
  addServe(program, console, root)
  addJobs(program, console)
  addBackup(program, console)
  addFsck(program, console)
  addImport(program, console)
  addModels(program, console)
  addUser(program, console)
  addDoctor(program, console)
  // The reader has closed the pipe, as `head` does.
  streams.out.on('error', () => process.exit())
  try {
    await program.parseAsync(words, { from: 'user' })
    return DONE
  } catch (error) {
    // Commander has printed the help or its complaint.
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : MISUSED
    if (!isForPeople(error)) throw error
    // Settings have a line for each fault.
    for (const line of error.message.split('\n')) console.say(line)
    return FAILED
  } finally {
    stopping.abort()
  }
}

/** Whether an error's message is a sentence that a person can act on. */
const isForPeople = (error: unknown): error is Error =>
  [CommandError, ConfigError, UpgradeRefused, UnreachableError].some((kind) => error instanceof kind)
