import { useEffect, useState } from 'react'

/** Quicker than who types the next letter, slower than who is still typing. */
const pauseMs = 200

/** What was typed, once nothing has been typed for a moment. */
export function useSettled<Value>(value: Value, ms = pauseMs): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
