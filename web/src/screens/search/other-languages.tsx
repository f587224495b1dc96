import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import { useQuery } from '@tanstack/react-query'
import { companyQuery } from '../../features/identity/companies/api.ts'
import { useDownload } from '../../features/library/indexing/api.ts'
import { modelsQuery } from '../../features/library/indexing/models/api.ts'
import { bytesUnasked } from '../../features/library/indexing/stage-words.ts'
import { useSession } from '../../lib/use-session.ts'
import { Button } from '../../ui/forms/button.tsx'

const OR = new Intl.ListFormat('en', { type: 'disjunction' })
/** The model of the catalogue that knows the words of other languages. */
const MODEL = 'multilingual-e5-small'

/**
 * The way to search by meaning in other languages: an admin downloads the models, others learn whom to ask. Nothing
 * while it is unknown who may, and where no download would help.
 */
export function OtherLanguages() {
  const own_email = useSession()?.email
  const { data: company } = useQuery(companyQuery())
  const admins = (company?.users ?? []).filter(({ is_admin }) => is_admin)
  const is_admin = admins.some(({ email }) => email === own_email)
  const { data: models } = useQuery({ ...modelsQuery(), enabled: is_admin })
  const download = useDownload()
  if (!company) return null
  if (!is_admin) {
    const names = admins.map(({ first_name, last_name, email }) => `${first_name} ${last_name}`.trim() || email)
    return <p>{`Ask ${OR.format(names)} to add other languages.`}</p>
  }
  const model = models?.find(({ name }) => name === MODEL)
  if (!models || !model || model.state === 'ready') return null
  if (model.state === 'downloading' || download.isSuccess)
    return <p>Other languages are being downloaded. This question will work afterwards.</p>
  const bytes = bytesUnasked(models)
  if (bytes === 0) return <p>{model.detail}</p>
  return (
    <Button busy={download.isPending} onClick={() => download.mutate(undefined)}>
      {`Download other languages (${formatFileSize(bytes)})`}
    </Button>
  )
}
