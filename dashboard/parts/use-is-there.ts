import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component is still mounted when a request ends. */
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

/** Closes the dialog after a request, unless the user has closed it in the meantime: another one may be open. */
export function useClose(onClose: () => void): () => void {
  const isThere = useIsThere()
  return () => {
    if (isThere.current) onClose()
  }
}
