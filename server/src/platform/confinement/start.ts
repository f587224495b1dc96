import { type ConfinedProgram, type Launch, startHere } from './processes.ts'
import { startBySpawner } from './spawner/client.ts'
import type { Way } from './way.ts'

/** Starts a decoder or an engine. */
export async function start(way: Way, launch: Launch): Promise<ConfinedProgram> {
  if (way.kind === 'spawner') return await startBySpawner(way.socket, launch)
  return startHere(launch, way.kind === 'switched' ? way.enter : [])
}
