import type { PastSearch } from '@footnote/contract/nouns/output/search.ts'
import { Star } from 'lucide-react'
import { useState } from 'react'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { IconButton } from '../../../../ui/forms/icon-button.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { saveSearch, useHistoryChange } from './history-api.ts'

/** Saves the current search, or returns it to the latest. */
export function SaveSearch({ search }: { search: PastSearch }) {
  const [saved, setSaved] = useState(search.saved)
  const saving = useHistoryChange(saveSearch)
  const press = () =>
    saving.mutate(
      { id: search.id, saved: !saved },
      {
        onSuccess: () => setSaved(!saved),
        onError: (error) => toast.error(errorDetail(error, 'The search was not saved. Try again.')),
      },
    )
  return (
    <IconButton
      icon={Star}
      label={saved ? 'Saved search' : 'Save search'}
      aria-pressed={saved}
      className="past-save"
      busy={saving.isPending}
      onClick={press}
    />
  )
}
