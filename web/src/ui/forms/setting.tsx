import type { ReactNode } from 'react'

/** Settings of one page, each with its words at the left and its controls at the right. */
export const Settings = ({ children }: { children: ReactNode }) => <div className="panel settings">{children}</div>

/** One of them. */
export function Setting({
  title,
  explanation,
  children,
}: {
  title: string
  explanation?: ReactNode
  children: ReactNode
}) {
  return (
    <section>
      <div>
        <h2>{title}</h2>
        {explanation && <p className="mt-1 text-text-2">{explanation}</p>}
      </div>
      <div>{children}</div>
    </section>
  )
}
