import { Looker } from './look.ts'

/** Loads the concepts engine's models in its own process. */
export async function open() {
  const looker = new Looker()
  return { look: (file: string) => looker.look(file), describe: (file: string) => looker.describe(file) }
}
