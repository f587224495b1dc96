import type { Launcher } from './launcher.ts'
import { type ConfinedProgram, type Launch, startHere } from './processes.ts'
import { startBySpawner } from './spawner/client.ts'

/** Starts a decoder or an engine. */
export async function start(launcher: Launcher, launch: Launch): Promise<ConfinedProgram> {
  if (launcher.kind === 'spawner') return await startBySpawner(launcher.socket, launch)
  return startHere(launch, launcher.kind === 'switched' ? launcher.enter : [])
}
