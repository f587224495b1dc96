import type { ApiKey } from '@footnote/contract/nouns/identity/api-keys.ts'
import { formatDate } from '@footnote/contract/shared/timecode.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { RelativeTime } from '../../../ui/marks/relative-time.tsx'

/** The valid keys, newest first. */
export function KeyTable({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  return (
    <div className="panel table-wrap">
      <table className="table">
        <thead>
          <tr>
            <th>Name</th>
            <th className="wide-only">Key</th>
            <th>Scopes</th>
            <th className="wide-only">Created on</th>
            <th className="wide-only">Last used</th>
            <th>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td className="max-w-[220px] truncate font-medium" dir="auto">
                {key.name}
              </td>
              <td className="wide-only text-text-2">{key.prefix}…</td>
              <td>
                <span className="flex gap-1">
                  {key.scopes.map((scope) => (
                    <Badge key={scope} kind="line">
                      {scope}
                    </Badge>
                  ))}
                </span>
              </td>
              <td className="wide-only whitespace-nowrap text-text-2">{formatDate(new Date(key.created_at))}</td>
              <td className="wide-only whitespace-nowrap text-text-2">
                {key.last_used_at ? <RelativeTime at={key.last_used_at} exact /> : 'Never'}
              </td>
              <td className="acts">
                <Button variant="ghost" size="sm" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
                  Revoke
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
