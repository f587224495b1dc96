import type { ReactNode } from 'react'

/** The settings of a page, each with its text on the left and its controls on the right. */
export const Settings = ({ children }: { children: ReactNode }) => <div className="panel settings">{children}</div>

/** One setting. */
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
