import { type RefObject, useEffect, useRef } from 'react'

/** Whether a part is still in the page, for what takes a while. */
export function useIsThere(): RefObject<boolean> {
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  return isThere
}
