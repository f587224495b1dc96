import type { VisualEngine } from '../src/engines/engine.ts'
import { lenderOf } from '../src/engines/pool.ts'

const none = { engine: null, reason: 'Not in this test.', passed_over: [] } as const

/** Lends one visual engine, or none. */
export const visualOnly = (engine: VisualEngine | null) =>
  lenderOf({ visual: engine ? { engine, reason: null, passed_over: [] } : none, speech: none, ocr: none, text: none })
