import { DeleteAccountSetting, ExportSetting } from '../../features/identity/accounts/settings/data-settings.tsx'
import { EmailSetting } from '../../features/identity/accounts/settings/email-setting.tsx'
import { NameSetting } from '../../features/identity/accounts/settings/name-setting.tsx'
import { SessionsSetting } from '../../features/identity/accounts/settings/sessions-setting.tsx'
import { useSession } from '../../lib/use-session.ts'
import { Settings } from '../../ui/forms/setting.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'

export default function Account() {
  const session = useSession()
  if (!session) return null
  return (
    <main className="page page-wide">
      <PageHeader title="Account" />
      <Settings>
        <NameSetting session={session} />
        <EmailSetting current={session.email} />
        <SessionsSetting />
        <ExportSetting />
        <DeleteAccountSetting />
      </Settings>
    </main>
  )
}
