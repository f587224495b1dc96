import { execFile } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import { promisify } from 'node:util'
import { type Config, ConfigError } from '../../platform/config.ts'
import { checkLinks, checkWritable, DataDirError, makeDataDir, ownAccount } from '../../platform/data-dir.ts'
import { freePort, waitForFreePort } from './network.ts'

/** Milliseconds after which a killed run of ours has left the port: its own limit is nine seconds. */
const PORT_PATIENCE_MS = 10_000
/** A program that does not print its version within this time does not work, in milliseconds. */
const PROGRAM_PATIENCE_MS = 20_000

/**
 * Checks that the data folder is writable and the programs run, before anything starts.
 * @param embedded whether the database lives in the data folder
 * @throws ConfigError that names the setting and what to type
 */
export async function checkMachine(settings: Config, embedded: boolean): Promise<void> {
  try {
    makeDataDir(settings.data_dir)
    checkWritable(settings.data_dir)
    if (embedded) checkLinks(settings.data_dir)
  } catch (error) {
    throw error instanceof DataDirError ? new ConfigError(`DATA_DIR: ${error.message}`) : error
  }
  const version = await versionOf(settings.ffmpeg_path)
  await versionOf(settings.ffprobe_path)
  // One that does not say how it was built may have it.
  if (version.includes('configuration:') && !version.includes('--enable-libzimg'))
    throw new ConfigError(
      `FFMPEG_PATH: ${settings.ffmpeg_path} is built without zimg (--enable-libzimg), which scales pictures. ` +
        'The packages of Debian and Ubuntu have it: FFMPEG_PATH=/usr/bin/ffmpeg npm start',
    )
}

/** What a program prints about itself. @throws ConfigError */
async function versionOf(program: string): Promise<string> {
  try {
    return (await promisify(execFile)(program, ['-version'], { timeout: PROGRAM_PATIENCE_MS })).stdout
  } catch (error) {
    const { code, signal } = error as { code?: string; signal?: string }
    throw new ConfigError(
      `FFMPEG_PATH: ${program} does not run (${code ?? signal}). ` +
        'Name the program ffmpeg, with ffprobe beside it: FFMPEG_PATH=/usr/bin/ffmpeg npm start',
    )
  }
}

/**
 * Says that the port is in use, before the slow steps of a start.
 * @returns when to stop waiting for it, in milliseconds since 1970
 * @throws ConfigError when this machine cannot listen there
 */
export async function lookAtPort(
  { port, host }: Pick<Config, 'port' | 'host'>,
  say: (sentence: string) => void,
  signal: AbortSignal,
): Promise<number> {
  const end = Date.now() + PORT_PATIENCE_MS
  try {
    if (port !== 0 && !(await waitForFreePort(port, host, 0, signal)))
      say(`port ${port} is in use; waiting ${PORT_PATIENCE_MS / 1000} seconds for it`)
  } catch (error) {
    throw explained(error as NodeJS.ErrnoException, port, host)
  }
  return end
}

/**
 * Finds the port to listen on, and waits if it is in use.
 * @param end when to stop waiting, as `lookAtPort` answered
 * @returns the port; undefined when the signal aborted the wait
 * @throws ConfigError when this machine cannot listen there, Error when another program does
 */
export async function reservePort(
  { port, host }: Pick<Config, 'port' | 'host'>,
  end: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    if (port === 0) return await freePort(host)
    if (await waitForFreePort(port, host, end - Date.now(), signal)) return signal.aborted ? undefined : port
  } catch (error) {
    throw explained(error as NodeJS.ErrnoException, port, host)
  }
  throw new Error(`Port ${port} is used by another program. Choose another one: PORT=${port + 1} npm start`)
}

/** Says where codes are when this machine answers people and another one sends their mails; null where that is clear. */
export function outboxWords({ roles, smtp_url }: Pick<Config, 'roles' | 'smtp_url'>): string | null {
  if (smtp_url || !roles.includes('api') || roles.includes('worker')) return null
  return (
    'codes of sign-ups are in DATA_DIR/outbox of the machine whose worker sends them, and on its console; for mails by ' +
    'a server, set SMTP_URL on each machine'
  )
}

function explained(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EACCES')
    return new ConfigError(
      `PORT: ${ownAccount()} may not listen on port ${port}. Choose one above 1023: PORT=3000 npm start`,
    )
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? [])
  return new ConfigError(
    `HOST: this machine cannot listen on ${host} (${error.code}). Its addresses are ${addresses.join(', ')}. ` +
      'For all of them, type: HOST=0.0.0.0 npm start',
  )
}
