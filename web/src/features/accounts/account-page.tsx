import type { ComponentProps, ReactNode } from 'react'
import { Alert } from '../../ui/page/alert.tsx'
import './account-page.css'

/** The page of an account form: its purpose, the form and links to related forms, beside a still of the product. */
export function AccountPage({
  title,
  lead,
  children,
  ways,
}: {
  title: string
  lead?: ReactNode
  children: ReactNode
  ways?: ReactNode
}) {
  return (
    <main className="account">
      <section className="account-form">
        <h1>{title}</h1>
        {lead && <p className="account-lead">{lead}</p>}
        {children}
        {ways && <div className="account-ways">{ways}</div>}
      </section>
      <AccountStage />
    </main>
  )
}

/** The idea of the product on one frame: a mark, a rule, a note. Decoration. */
function AccountStage() {
  return (
    <aside className="account-stage" aria-hidden="true">
      <div className="account-film">
        <img src="/stage.webp" alt="" width={1280} height={720} loading="lazy" />
        <span className="account-time">0:14</span>
        <span className="account-rule">
          <i />
        </span>
      </div>
      <p className="account-note">
        <span className="fn">1</span>
        <span>
          Ask for a moment in plain language. Footnote searches the picture, the words people say and the words on
          screen, and takes you there.
        </span>
      </p>
    </aside>
  )
}

/** Fields one below the other, with the failure above them. */
export function AccountForm({
  form,
  children,
}: {
  form: { failure: string | null; props: ComponentProps<'form'> }
  children: ReactNode
}) {
  return (
    <form className="account-fields" {...form.props}>
      {form.failure && <Alert>{form.failure}</Alert>}
      {children}
    </form>
  )
}
