import type { HealthCheck } from '@footnote/contract/calls/health.ts'
import type { EncoderState } from '../../features/library/indexing/encoders/queries.ts'

/**
 * What health says of the encoders, without names of machines and without details, since anybody may ask.
 * @returns null where no machine looked for hardware
 */
export function encoderCheck([first, ...others]: readonly EncoderState[]): HealthCheck | null {
  if (!first) return null
  const { wanted, state, kind } = first
  const [place, there] = others.length > 0 ? ['on a machine', ' there'] : ['here', '']
  if (state === 'works') return { name: 'encoder', state: 'ok', sentence: `Hardware encodes (${kind}).` }
  if (state === 'failed')
    return {
      name: 'encoder',
      state: 'warn',
      sentence: `The hardware encoder (${kind}) failed at several films ${place}. Software encodes${there} until Footnote starts again; the log says more.`,
    }
  if (wanted === 'auto')
    return { name: 'encoder', state: 'ok', sentence: `No hardware encoder works ${place}, so software encodes.` }
  return {
    name: 'encoder',
    state: 'warn',
    sentence: `HWACCEL=${wanted} does not work ${place}, so software encodes${there}. Type "footnote doctor"${there} to see why.`,
  }
}
