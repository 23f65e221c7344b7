import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { toast } from 'sonner'
import type { QrLogo } from '#schemas/qr-settings.ts'
import { messageOf } from '../api/failure.ts'
import { deleteLogo, logosQuery, logoUrl, readAsDataUrl, uploadLogo } from '../api/logos.ts'
import { Button } from '../parts/button.tsx'
import { LogoFields } from './logo-fields.tsx'
import type { LookProps } from './look-section.tsx'
import { PictureChoice } from './picture-choice.tsx'

const largestBytes = 1024 * 1024
const none = 'none'

export function LogoSection({ filled: { logo }, errorOf, onChange }: LookProps) {
  const { data: logos = [] } = useQuery(logosQuery)
  const choose = (asset_id: string) => onChange({ logo: { ...(logo ?? startLogo), asset_id } })
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-5">
      {logos.length > 0 && (
        <PictureChoice
          legend="Logo"
          values={[none, ...logos.map(({ id }) => id)]}
          names={{ [none]: 'None', ...Object.fromEntries(logos.map(({ id, name }) => [id, shorten(name ?? 'Logo')])) }}
          draw={(id) =>
            id === none ? (
              <span className="size-9" />
            ) : (
              <img alt="" src={logoUrl(id)} loading="lazy" className="size-9 rounded bg-white object-contain" />
            )
          }
          chosen={logo?.asset_id ?? none}
          onChoose={(id) => (id === none ? onChange({ logo: null }) : choose(id))}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {logos.length === 0 && <p className="mr-1 font-medium">Logo</p>}
        <UploadButton onUploaded={choose} />
        {logo !== null && <DeleteButton id={logo.asset_id} onDeleted={() => onChange({ logo: null })} />}
        <p className="text-[13px] text-dim">PNG, JPEG, or WebP, up to 1 MB</p>
      </div>
      {logo !== null && (
        <LogoFields
          filled={logo}
          errorOf={(field) => errorOf(`logo.${field}`)}
          onChange={(part) => onChange({ logo: { ...logo, ...part } })}
        />
      )}
    </div>
  )
}

const startLogo: Omit<QrLogo, 'asset_id'> = { size: 0.2, padding: 1, shape: 'square', background: null }

const mostLetters = 10
const shorten = (name: string) => (name.length <= mostLetters ? name : `${name.slice(0, mostLetters - 1)}…`)

function UploadButton({ onUploaded }: { onUploaded: (id: string) => void }) {
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

function DeleteButton({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  const queries = useQueryClient()
  async function remove() {
    try {
      await deleteLogo(id)
      onDeleted()
      await queries.invalidateQueries({ queryKey: logosQuery.queryKey })
      toast.success('Logo deleted')
    } catch (error) {
      toast.error('Could not delete the logo', { description: messageOf(error) })
    }
  }
  return (
    <Button Icon={Trash2} look="bare" onClick={() => void remove()}>
      Delete logo
    </Button>
  )
}
