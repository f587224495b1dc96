import { DeleteAccountSetting, ExportSetting } from '../features/accounts/data-settings.tsx'
import { EmailSetting } from '../features/accounts/email-setting.tsx'
import { NameSetting } from '../features/accounts/name-setting.tsx'
import { SessionsSetting } from '../features/accounts/sessions-setting.tsx'
import { useSession } from '../lib/use-session.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Settings } from '../ui/setting.tsx'

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
