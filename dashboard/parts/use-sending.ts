import { useState } from 'react'

/** What every form does when it is sent: once at a time, and it keeps what went wrong. */
export function useSending(send: () => Promise<void>) {
  const [failure, setFailure] = useState<unknown>(null)
  const [isSending, setIsSending] = useState(false)

  async function run() {
    if (isSending) return
    setIsSending(true)
    setFailure(null)
    try {
      await send()
    } catch (error) {
      setFailure(error)
    } finally {
      setIsSending(false)
    }
  }

  function onSubmit(event: { preventDefault: () => void }) {
    event.preventDefault()
    void run()
  }

  return { failure, isSending, onSubmit }
}
