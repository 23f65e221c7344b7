import { BulkForm, type BulkProps } from './bulk-form.tsx'
import type { FlagChange } from './form-fields.ts'

/** Says what happens before a flag of many links is set. */
export const FlagDialog = ({ change, ...props }: BulkProps & { change: FlagChange }) => (
  <BulkForm
    verb={change.name}
    changes={{ [change.field]: change.value }}
    submit={change.name}
    done={(changed) => `${changed} ${change.done}`}
    {...props}
  >
    <p>{change.about}</p>
  </BulkForm>
)
