import { useQuery } from '@tanstack/react-query'
import { Alert } from '../../ui/page/alert.tsx'
import { healthQuery } from './api.ts'

/** Problems of the programs that decode uploaded videos, with remedies. */
export function DecoderAlert() {
  const { data } = useQuery(healthQuery())
  const decoders = data?.checks.find(({ name }) => name === 'decoders')
  if (!decoders?.sentence) return null
  return (
    <div className="mb-4">
      <Alert kind="warn">{decoders.sentence}</Alert>
    </div>
  )
}
