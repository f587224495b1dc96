import type { ReactNode } from 'react'
import { Form, type FormProps } from '../../../ui/forms/form.tsx'
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
  children?: ReactNode
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

/** The form of an account page, its fields one below the other. */
export const AccountForm = (props: FormProps) => <Form className="account-fields" {...props} />
