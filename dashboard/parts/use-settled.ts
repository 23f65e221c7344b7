import { useEffect, useState } from 'react'

/** Longer than the pause between keystrokes. */
const pauseMs = 200

/** The value, once it has not changed for a moment. */
export function useSettled<Value>(value: Value, ms = pauseMs): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
