/** The footnote: a small yellow number. The label is read instead of it. */
export function Marker({ number, label }: { number: number | string; label?: string }) {
  return (
    <span className="fn">
      <span aria-hidden={label ? true : undefined}>{number}</span>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
