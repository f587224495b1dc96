import type { companies } from '@footnote/contract/nouns/identity/companies.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { companyQuery } from '../features/identity/companies/api.ts'
import { TeamTable } from '../features/identity/companies/team-table.tsx'
import { UsageHistory } from '../features/identity/companies/usage-history.tsx'
import { OverLimitLine } from '../features/identity/plans/over-limit-banner.tsx'
import { statusKind, statusWords } from '../features/identity/plans/plan-words.ts'
import { UsageCards } from '../features/identity/plans/usage-cards.tsx'
import { IndexingPage } from '../features/library/indexing/indexing-page.tsx'
import type { Answer } from '../lib/calls/client.ts'
import { useSession } from '../lib/use-session.ts'
import { ButtonLink } from '../ui/forms/button.tsx'
import { Badge } from '../ui/marks/badge.tsx'
import { Unloaded } from '../ui/page/not-loaded.tsx'
import { PageHeader, SectionHead } from '../ui/page/page-header.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { useTabs } from '../ui/page/tabs.tsx'

type Details = Answer<typeof companies.details>
type Tab = 'team' | 'usage' | 'indexing'
const TABS: readonly { value: Tab; label: string; admins?: true }[] = [
  { value: 'team', label: 'Company' },
  { value: 'usage', label: 'Usage history' },
  { value: 'indexing', label: 'Indexing', admins: true },
]

export default function Company() {
  const { data, isPending, refetch } = useQuery(companyQuery())
  const [search, setSearch] = useSearchParams()
  const own_email = useSession()?.email ?? ''
  const is_admin = data?.users.some((user) => user.email === own_email && user.is_admin) ?? false
  const tabs = TABS.filter(({ admins }) => is_admin || !admins)
  const tab: Tab = tabs.find(({ value }) => value === search.get('tab'))?.value ?? 'team'
  const { list, panel } = useTabs({
    label: 'Company',
    tabs,
    value: tab,
    onChange: (next) => setSearch(next === 'team' ? {} : { tab: next }, { replace: true }),
  })
  return (
    <main className="page page-wide">
      {data ? <Head details={data.company_details} is_admin={is_admin} /> : <PageHeader title="Company" />}
      <div className="mb-5">{list}</div>
      <div {...panel}>
        {!data && (
          <Unloaded loading={isPending} what="The company could not be loaded." onRetry={refetch}>
            <Skeleton className="h-[146px]" />
            <Skeleton className="h-[240px]" />
          </Unloaded>
        )}
        {data && tab === 'team' && <Dashboard data={data} own_email={own_email} is_admin={is_admin} />}
        {data && tab === 'usage' && (
          <>
            <p className="mb-3 text-text-2">Minutes processed per day, last 30 days</p>
            <UsageHistory />
          </>
        )}
        {data && tab === 'indexing' && <IndexingPage />}
      </div>
    </main>
  )
}

function Head({ details, is_admin }: { details: Details['company_details']; is_admin: boolean }) {
  const { name, subscription, subscription_status } = details
  return (
    <PageHeader
      title={name}
      explanation={
        subscription && (
          <span className="ml-2 flex items-center gap-2">
            <Badge kind="line">{subscription}</Badge>
            {subscription_status && (
              <Badge kind={statusKind(subscription_status)}>{statusWords(subscription_status)}</Badge>
            )}
          </span>
        )
      }
      actions={is_admin && subscription && <ButtonLink to="/subscription">Change plan</ButtonLink>}
    />
  )
}

function Dashboard({ data, own_email, is_admin }: { data: Details; own_email: string; is_admin: boolean }) {
  const { company_details, users } = data
  const { over_limit } = company_details
  const read_only = users.some((user) => user.email === own_email && user.read_only)
  return (
    <>
      <OverLimitLine limits={over_limit} readOnly={read_only} />
      <UsageCards used={company_details} plan={company_details.subscription} />
      <SectionHead title="Team" count={users.length} />
      <TeamTable users={users} own_email={own_email} is_admin={is_admin} />
      <div className="section-head">
        <h2>Usage history</h2>
        <span>Minutes processed per day, last 30 days</span>
      </div>
      <UsageHistory brief />
    </>
  )
}
