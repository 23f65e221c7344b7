import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { toast } from 'sonner'
import type { QrLogo } from '#schemas/qr-settings.ts'
import { messageOf } from '../api/failure.ts'
import { deleteLogo, logosQuery } from '../api/logos.ts'
import { Button } from '../parts/button.tsx'
import { LogoChoice } from './logo-choice.tsx'
import { LogoFields } from './logo-fields.tsx'
import type { LookProps } from './look-section.tsx'

export function LogoSection({ filled: { logo }, errorOf, onChange }: LookProps) {
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-5">
      <LogoChoice
        chosen={logo?.asset_id ?? null}
        onChoose={(asset_id) => onChange({ logo: asset_id === null ? null : { ...(logo ?? startLogo), asset_id } })}
      >
        {logo !== null && <DeleteButton id={logo.asset_id} onDeleted={() => onChange({ logo: null })} />}
      </LogoChoice>
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
