import { useQuery } from '@tanstack/react-query'
import { Alert } from '../../../ui/page/alert.tsx'
import { healthQuery } from './api.ts'

const PROGRAMS: ReadonlySet<string> = new Set(['decoders', 'encoder'])

/** Problems of the programs that decode and encode videos, with remedies. */
export function MediaAlert() {
  const { data } = useQuery(healthQuery())
  const problems = data?.checks.filter(({ name, state }) => PROGRAMS.has(name) && state !== 'ok') ?? []
  return problems.map(({ name, sentence }) => (
    <div key={name} className="mb-4">
      <Alert kind="warn">{sentence}</Alert>
    </div>
  ))
}
