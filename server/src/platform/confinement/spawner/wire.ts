import type { Launch } from '../processes.ts'

/**
 * The first message of a connection to the spawner, as one line of JSON. A run has one connection for each of the
 * program's pipes and one for control: when we end our side of that one, the program is killed.
 */
export type Greeting = { readonly run: string; readonly pipe: 'stdout' | 'stderr' | 'extra' } | LaunchGreeting

/** The first message of the control connection. */
export interface LaunchGreeting {
  readonly run: string
  readonly launch: Launch
}

/** The spawner's first message on the control connection: from here on the program alone reads its pipes. */
export interface StartMessage {
  /** Its process id. */
  readonly pid: number
}

/** The spawner's last message on the control connection, after the program's end, as one line of JSON. */
export type Farewell =
  | { readonly code: number | null; readonly signal: NodeJS.Signals | null }
  /** The program could not be started. */
  | { readonly error: string }
