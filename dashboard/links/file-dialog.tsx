import { useEffect, useRef, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Modal } from '../parts/modal.tsx'
import { Progress } from '../parts/progress.tsx'
import { Refusal } from '../parts/refusal.tsx'

interface FileDialogProps {
  title: string
  about: string
  submit: string
  /** Label of the progress bar, such as "QR codes rendered". */
  doing: string
  total: number
  /** Creates and saves the file. Stops when the signal aborts. */
  make: (signal: AbortSignal, tellDone: (done: number) => void) => Promise<void>
  onClose: () => void
}

/** Creates a file that takes a while. Closing the dialog cancels it. */
export function FileDialog(props: FileDialogProps) {
  const { title, about, submit, doing, total, make, onClose } = props
  const [done, setDone] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const stop = useRef(new AbortController())
  useEffect(() => {
    const { current } = stop
    return () => current.abort()
  }, [])

  async function run() {
    const { signal } = stop.current
    setFailure(null)
    setDone(0)
    try {
      await make(signal, setDone)
      if (!signal.aborted) onClose()
    } catch (error) {
      if (signal.aborted) return
      setFailure(error)
      setDone(null)
    }
  }

  return (
    <Modal title={title} about={about} onClose={onClose}>
      <div className="flex flex-col gap-4">
        {failure !== null && <Refusal failure={failure} />}
        {done === null ? (
          <Button look="main" className="justify-center" autoFocus onClick={() => void run()}>
            {submit}
          </Button>
        ) : (
          <>
            <Progress label={doing} value={done} total={total} />
            <Button className="justify-center" onClick={onClose}>
              Cancel
            </Button>
          </>
        )}
      </div>
    </Modal>
  )
}
