import { useState } from 'react'

/** Submits a form once at a time, and keeps the failure. */
export function useSending<Sent extends { preventDefault: () => void }>(send: (event: Sent) => Promise<void>) {
  const [failure, setFailure] = useState<unknown>(null)
  const [isSending, setIsSending] = useState(false)

  async function run(event: Sent) {
    if (isSending) return
    setIsSending(true)
    setFailure(null)
    try {
      await send(event)
    } catch (error) {
      setFailure(error)
    } finally {
      setIsSending(false)
    }
  }

  function onSubmit(event: Sent) {
    event.preventDefault()
    void run(event)
  }

  return { failure, isSending, onSubmit }
}
