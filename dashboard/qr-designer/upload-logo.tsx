import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { toast } from 'sonner'
import { messageOf } from '../api/failure.ts'
import { logosQuery, readAsDataUrl, uploadLogo } from '../api/logos.ts'
import { Button } from '../parts/button.tsx'
import { delayForm } from '../parts/delay-form.ts'
import { useLatest } from '../parts/use-latest.ts'

const largestBytes = 1024 * 1024

interface UploadLogoProps {
  chosen: string | null
  onUploaded: (id: string) => void
}

/** The logo is used once it is uploaded, unless the user has chosen another one in the meantime. The form waits for it. */
export function UploadLogo({ chosen, onUploaded }: UploadLogoProps) {
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [isSending, setIsSending] = useState(false)
  const latest = useLatest({ chosen, onUploaded })

  /** Returns whether the form has the logo that the user wants. */
  async function send(file: File): Promise<boolean> {
    if (file.size > largestBytes) {
      toast.error('Could not upload the logo', { description: 'The file is larger than 1 MB.' })
      return false
    }
    const before = latest.current.chosen
    const isWanted = () => latest.current.chosen === before
    setIsSending(true)
    try {
      const { id } = await uploadLogo(file.name, await readAsDataUrl(file))
      if (isWanted()) latest.current.onUploaded(id)
      void queries.invalidateQueries({ queryKey: logosQuery.queryKey })
      return true
    } catch (error) {
      toast.error('Could not upload the logo', { description: messageOf(error) })
      return !isWanted()
    } finally {
      setIsSending(false)
    }
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label="Logo file"
        accept="image/png,image/jpeg,image/webp"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file !== undefined) delayForm(target.form, send(file))
        }}
      />
      <Button Icon={Upload} disabled={isSending} onClick={() => input.current?.click()}>
        {isSending ? 'Uploading…' : 'Upload logo'}
      </Button>
    </>
  )
}
