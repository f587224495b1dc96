import type { NotificationSetting } from '@footnote/contract/nouns/personal/notifications.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Alert } from '../../../ui/page/alert.tsx'
import { useChooseMail } from './api.ts'
import { KINDS } from './kinds.ts'

/** How the user gets each kind of notification: always in the product, by mail if they choose so. */
export function SettingsTable({ settings }: { settings: readonly NotificationSetting[] }) {
  const choose = useChooseMail()
  return (
    <>
      {choose.isError && <Alert>Your choice was not saved. Please try again.</Alert>}
      <div className="panel table-wrap">
        <table className="table">
          <thead>
            <tr>
              <th>Kind</th>
              <th>In app</th>
              <th>By mail</th>
            </tr>
          </thead>
          <tbody>
            {settings.map(({ kind, in_app, mail }) => {
              const { title, words } = KINDS[kind]
              return (
                <tr key={kind}>
                  <td className="py-2">
                    <span className="block font-medium">{title}</span>
                    <span className="block text-text-2">{words}</span>
                  </td>
                  <td className="whitespace-nowrap">
                    <Checkbox checked={in_app} disabled readOnly>
                      <span className="sr-only">{title} in app: always</span>
                    </Checkbox>
                  </td>
                  <td>
                    <Checkbox checked={mail} onChange={(event) => choose.mutate({ kind, mail: event.target.checked })}>
                      <span className="sr-only">{title} by mail</span>
                    </Checkbox>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </>
  )
}
