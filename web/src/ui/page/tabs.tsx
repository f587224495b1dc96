import { type KeyboardEvent, useId, useRef } from 'react'
import { classNames } from '../class-names.ts'

/** Tabs over one panel: arrow keys move between them (WAI-ARIA Authoring Practices, tabs with automatic activation). */
export function useTabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
}: {
  /** Name of the group, for screen readers. */
  label: string
  /** `count` is how many things a tab has. */
  tabs: readonly { value: Value; label: string; count?: number }[]
  value: Value
  onChange: (value: Value) => void
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const at = tabs.findIndex((tab) => tab.value === value)
    const next = (at + step + tabs.length) % tabs.length
    const tab = tabs[next]
    if (tab) onChange(tab.value)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return {
    /** Props of the element that shows the chosen tab's content. */
    panel: { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${value}` },
    list: (
      <div ref={list} role="tablist" aria-label={label} className="seg seg-sm" onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-controls={`${id}-panel`}
            aria-selected={tab.value === value}
            tabIndex={tab.value === value ? 0 : -1}
            className={classNames('seg-tab', tab.value === value && 'is-on')}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
            {tab.count !== undefined && <span className="count">{` ${tab.count}`}</span>}
          </button>
        ))}
      </div>
    ),
  }
}
