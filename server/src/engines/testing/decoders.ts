import { readdir, readFile } from 'node:fs/promises'

/** Process ids of the PocketSphinx decoders that work on files in a folder. */
export async function decodersIn(folder: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
  const isDecoder = (command = '') => command.startsWith('/usr/bin/pocketsphinx_batch') && command.includes(folder)
  return ids.filter((_, at) => isDecoder(commands[at])).map(Number)
}
