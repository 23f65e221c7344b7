import { BulkForm, type BulkProps } from './bulk-form.tsx'
import type { FlagChange } from './form-fields.ts'

const nothing = {}

/** Explains a change before it is applied to many links. */
export const FlagDialog = ({ change, ...props }: BulkProps & { change: FlagChange }) => (
  <BulkForm
    verb={change.name}
    start={nothing}
    changesOf={() => ({ [change.field]: change.value })}
    submit={() => change.name}
    done={(changed) => `${changed} ${change.done}`}
    {...props}
  >
    {() => <p>{change.about}</p>}
  </BulkForm>
)
