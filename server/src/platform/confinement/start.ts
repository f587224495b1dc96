import { type RunningDecoder, startHere } from './processes.ts'
import { startBySpawner } from './spawner/client.ts'
import type { Way } from './way.ts'

/**
 * Starts a command in the way of decoders.
 * @param folder working directory, as an absolute path
 * @param extra opens pipe 3
 */
export async function start(
  way: Way,
  command: readonly string[],
  folder: string,
  extra: boolean,
): Promise<RunningDecoder> {
  if (way.kind === 'spawner') return await startBySpawner(way.socket, command, folder, extra)
  return startHere(command, folder, extra)
}
