import type { ApiKey } from '@footnote/contract/nouns/identity/api-keys.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiKeysQuery } from '../../features/identity/api-keys/api.ts'
import { CreateKeyDialog } from '../../features/identity/api-keys/create-key-dialog.tsx'
import { KeyTable } from '../../features/identity/api-keys/key-table.tsx'
import { RevokeKeyDialog } from '../../features/identity/api-keys/revoke-key-dialog.tsx'
import { CreateButton } from '../../ui/forms/create-button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Unloaded } from '../../ui/page/not-loaded.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'

export default function ApiKeys() {
  const { data, isPending, refetch } = useQuery(apiKeysQuery())
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const create = <CreateButton onClick={() => setCreating(true)}>Create API key</CreateButton>
  return (
    <main className="page page-wide">
      <PageHeader title="API keys" actions={data && data.length > 0 && create} />
      <p className="-mt-3 mb-5 max-w-[72ch] text-text-2">
        A key lets a program call the API as you, within its scopes.{' '}
        <a className="link text-text" href="/api/docs">
          API reference
        </a>
      </p>
      {!data && (
        <Unloaded loading={isPending} what="Your keys could not be loaded." onRetry={refetch}>
          <Skeleton className="h-[176px]" />
        </Unloaded>
      )}
      {data?.length === 0 && <EmptyState fact="No API keys yet" next="Create one to call the API." action={create} />}
      {data && data.length > 0 && <KeyTable keys={data} onRevoke={setRevoking} />}
      {creating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {revoking && <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </main>
  )
}
