/** The footnote: a small yellow number. Screen readers read the label instead. */
export function Marker({ number, label }: { number: number | string; label?: string }) {
  return (
    <span className="fn">
      <span aria-hidden={label ? true : undefined}>{number}</span>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
