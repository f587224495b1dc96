/**
 * What a connection to the spawner begins with, as one line of JSON. A run has one connection for each of the program's
 * pipes and one that controls it: when our side of that one ends, the program is killed.
 */
export type Greeting =
  | { readonly run: string; readonly pipe: 'stdout' | 'stderr' | 'extra' }
  | {
      readonly run: string
      readonly command: readonly string[]
      /** Where the program starts, as an absolute path. */
      readonly folder: string
      readonly extra: boolean
    }

/** What the spawner says on the control connection when the program has ended, as one line of JSON. */
export type Farewell =
  | { readonly code: number | null; readonly signal: NodeJS.Signals | null }
  /** It could not be started. */
  | { readonly error: string }
