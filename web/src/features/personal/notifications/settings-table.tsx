import type {
  Digest,
  NotificationSetting,
  NotificationSettings,
} from '@footnote/contract/nouns/personal/notifications.ts'
import { DIGEST } from '@footnote/contract/shared/limits.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Alert } from '../../../ui/page/alert.tsx'
import { useChooseMail } from './api.ts'
import { KINDS } from './kinds.ts'

/** Kinds that come in bursts: a mail at once is about those of a few minutes. */
const IN_BURSTS: readonly NotificationSetting['kind'][] = ['COMMENT', 'REPLY']

const oftenOf = (kind: NotificationSetting['kind']): readonly { value: Digest; label: string }[] => [
  { value: 'at_once', label: IN_BURSTS.includes(kind) ? `After ${DIGEST.burst / 60} minutes` : 'At once' },
  { value: 'hourly', label: 'Hourly' },
  { value: 'daily', label: 'Daily' },
]

/** How the user gets each kind of notification: always in the product, by mail if they choose so, and how often. */
export function SettingsTable({ settings, time_zone }: NotificationSettings) {
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
            {settings.map((setting) => (
              <Row key={setting.kind} setting={setting} onChoose={choose.mutate} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-3 max-w-[72ch] text-sm text-text-2">
        Hourly and daily mails are about all your videos. Daily mails come at {DIGEST.hour}:00
        {time_zone ? `, ${time_zone.replaceAll('_', ' ')} time` : ' UTC, until you change a setting here'}.
      </p>
    </>
  )
}

interface RowProps {
  setting: NotificationSetting
  onChoose: (choice: Pick<NotificationSetting, 'kind' | 'mail' | 'digest'>) => void
}

function Row({ setting: { kind, in_app, mail, digest }, onChoose }: RowProps) {
  const { title, words } = KINDS[kind]
  return (
    <tr>
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
        <span className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
          <Checkbox checked={mail} onChange={(event) => onChoose({ kind, mail: event.target.checked, digest })}>
            <span className="sr-only">{title} by mail</span>
          </Checkbox>
          {mail && (
            <Select
              className="btn btn-sm"
              label={`${title} by mail`}
              options={oftenOf(kind)}
              value={digest}
              onChange={(chosen) => onChoose({ kind, mail, digest: chosen })}
            />
          )}
        </span>
      </td>
    </tr>
  )
}
