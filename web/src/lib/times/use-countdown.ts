import { useEffect, useState } from 'react'

/** Counts seconds down to 0. @returns the seconds left, and a function that restarts it */
export function useCountdown(initial: number): [number, (seconds: number) => void] {
  const [end, setEnd] = useState(() => Date.now() + initial * 1000)
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((end - now) / 1000))
  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [left])
  const restart = (seconds: number) => {
    setNow(Date.now())
    setEnd(Date.now() + seconds * 1000)
  }
  return [left, restart]
}
