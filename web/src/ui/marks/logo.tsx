import { classNames } from '../class-names.ts'

/** The logo: a frame of film with a yellow footnote at its corner. */
function Mark({ className = 'size-[22px]' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={classNames('logo-mark', className)} aria-hidden="true">
      <path d="M3.5 6H13v4.5A2.5 2.5 0 0 0 15.5 13H22v6.5a1.5 1.5 0 0 1-1.5 1.5h-17A1.5 1.5 0 0 1 2 19.5v-12A1.5 1.5 0 0 1 3.5 6Z" />
      <path d="M5 16.5h7V18H5z" />
      <rect x="15" y="2" width="9" height="9" rx="1.5" />
    </svg>
  )
}

/** Logo and name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 text-[15px] font-semibold tracking-[-0.02em]">
      <Mark />
      Footnote
    </span>
  )
}
