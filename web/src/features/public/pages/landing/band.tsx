import type { ReactNode } from 'react'

/** A section of the landing page, as wide as the page. */
export const Band = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="wide band">
    <h2>{title}</h2>
    {children}
  </section>
)

/** The number of an entry of a band, raised beside its heading. Decoration. */
export const Footnote = ({ number }: { number: number }) => (
  <sup className="fn" aria-hidden="true">
    {number}
  </sup>
)
