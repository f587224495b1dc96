/** The functions of an engine's module: they take and return plain data (typed arrays too), or a promise of it. */
export type EngineMethods = Record<string, (...args: never[]) => unknown>

/**
 * The child process's program: a module that exports `open(settings)`, which loads the models and returns the methods.
 */
export interface HostedModule {
  /** URL of the module, for example `new URL('./ppocr.process.ts', import.meta.url)`. */
  readonly module: URL
  /** Argument of the module's `open`; plain data. */
  readonly settings?: unknown
  /**
   * Absolute paths of the models: besides the product's code and the system's files, the process can read nothing else.
   * None by default.
   */
  readonly models?: readonly string[]
  /** A person waits for each answer: the process keeps its owner's priority. Default false: low priority. */
  readonly interactive?: boolean
  /** Calls in the process at once; more are queued. Default 1. */
  readonly concurrency?: number
  /** The process ends after this many milliseconds without a call; the next call starts another. Default 60,000. */
  readonly idle_ms?: number
  /**
   * A call that takes more processor time than this, including loading, is ended with its process; so is one whose
   * process has done nothing for as long. Default 120,000 milliseconds. On a busy machine a call may take longer. Where
   * the system does not say the time, it is that of the clock.
   */
  readonly timeout_ms?: number
}

/** Parent to child. */
export type HostMessage =
  | { kind: 'open'; module: string; settings: unknown }
  | { kind: 'call'; id: number; method: string; args: unknown[] }
/** Child to parent. */
export type EngineMessage =
  | { kind: 'open' }
  | { kind: 'unopened'; message: string }
  | { kind: 'value'; id: number; value: unknown }
  | { kind: 'error'; id: number; message: string }
