import { type RefObject, useEffect, useRef } from 'react'

/** A reference to the value of the last render, for callbacks of effects that must not start again with each value. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}
