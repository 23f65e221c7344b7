import type { ShortUrl } from '#schemas/links.ts'
import { count } from '../format/numbers.ts'
import { Modal } from '../parts/modal.tsx'
import { BulkForm } from './bulk-form.tsx'
import type { FlagChange } from './form-fields.ts'

interface FlagDialogProps {
  change: FlagChange
  links: readonly ShortUrl[]
  onChanged: (ids: string[]) => void
  onClose: () => void
}

/** Says what happens before a flag of many links is set. */
export const FlagDialog = ({ change: { field, value, name, about, done }, links, ...props }: FlagDialogProps) => (
  <Modal title={links.length === 1 ? `${name} a link` : `${name} ${count(links.length)} links`} onClose={props.onClose}>
    <BulkForm
      links={links}
      changes={{ [field]: value }}
      submit={name}
      done={(changed) => `${changed} ${done}`}
      {...props}
    >
      <p>{about}</p>
    </BulkForm>
  </Modal>
)
