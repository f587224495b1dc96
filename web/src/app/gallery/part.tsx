import type { ReactNode } from 'react'

/** One component with its name above. */
export function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="mb-5 min-w-0">
      <h2 className="mb-2 text-xs font-medium text-text-3">{name}</h2>
      {children}
    </section>
  )
}
