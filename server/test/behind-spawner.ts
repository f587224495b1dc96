/**
 * Runs a module as a worker that root has started: as the product's account, beside the process that starts its
 * decoders. Arguments: path of the data folder, code of the module. Ends with the module's exit status.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { chooseIdentities, decoderWords, makeSocketFolder, roleWords } from '../src/app/supervisor/identities.ts'
import { DECODERS_ACCOUNTS, DECODERS_SOCKET } from '../src/platform/confinement/launcher.ts'
import { PROGRAM_ENVIRONMENT } from '../src/platform/confinement/processes.ts'

const [data_dir = '', code = ''] = process.argv.slice(2)
const SPAWNER = fileURLToPath(new URL('../src/platform/confinement/spawner/decoders.process.ts', import.meta.url))

const settings = { data_dir, models: { provided_folder: null }, ffmpeg_path: 'ffmpeg' }
const identities = chooseIdentities(settings as unknown as Parameters<typeof chooseIdentities>[0], [])
if (!identities || 'obstacle' in identities) throw new Error(identities?.obstacle ?? 'Only root can play this.')
const socket = await makeSocketFolder(identities, data_dir, `trial-${process.pid}`)
const { words, block } = await decoderWords(identities)
const first = block ? [String(block.first)] : []
const run = (words: readonly string[], args: readonly string[], env: NodeJS.ProcessEnv) => {
  const [program = '', ...rest] = [...words, process.execPath, ...args]
  return spawn(program, rest, { env, stdio: ['ignore', 'inherit', 'inherit'] })
}
const spawner = run(words, [SPAWNER, socket, ...first], PROGRAM_ENVIRONMENT)
const env = { ...process.env, [DECODERS_SOCKET]: socket, [DECODERS_ACCOUNTS]: first.join('') }
const role = run(roleWords(identities, block, null), ['--input-type=module', '-e', code], env)
const [status] = await once(role, 'exit')
spawner.kill('SIGKILL')
process.exit(status ?? 1)
