import { useQuery } from '@tanstack/react-query'
import { Alert } from '../../../../ui/page/alert.tsx'
import { modelsQuery } from './api.ts'
import { modelWords } from './model-words.ts'

/** Shows an admin which model is downloading, or why one is missing; otherwise nothing. */
export function ModelNotice() {
  const { data } = useQuery(modelsQuery())
  const words = data && modelWords(data)
  if (!words) return null
  return (
    <div className="mb-5">
      <Alert kind={words.kind} quiet={words.kind === 'info'}>
        {words.text}
      </Alert>
    </div>
  )
}
