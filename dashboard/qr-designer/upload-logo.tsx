import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { toast } from 'sonner'
import { messageOf } from '../api/failure.ts'
import { logosQuery, readAsDataUrl, uploadLogo } from '../api/logos.ts'
import { Button } from '../parts/button.tsx'

const largestBytes = 1024 * 1024

export function UploadLogo({ onUploaded }: { onUploaded: (id: string) => void }) {
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [isSending, setIsSending] = useState(false)

  async function send(file: File) {
    if (file.size > largestBytes) {
      toast.error('Could not upload the logo', { description: 'The file is larger than 1 MB.' })
      return
    }
    setIsSending(true)
    try {
      const { id } = await uploadLogo(file.name, await readAsDataUrl(file))
      await queries.invalidateQueries({ queryKey: logosQuery.queryKey })
      onUploaded(id)
    } catch (error) {
      toast.error('Could not upload the logo', { description: messageOf(error) })
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
          if (file !== undefined) void send(file)
        }}
      />
      <Button Icon={Upload} disabled={isSending} onClick={() => input.current?.click()}>
        {isSending ? 'Uploading…' : 'Upload logo'}
      </Button>
    </>
  )
}
