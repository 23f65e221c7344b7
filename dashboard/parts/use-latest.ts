import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The value of the last rendering, for functions that run after a request. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
