import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { toast } from 'sonner'
import type { FieldError } from '#core/sentence-about.ts'
import type { ShortUrl } from '#schemas/links.ts'
import { type BulkChanges, updateLinks } from '../api/links.ts'
import { refreshLinked } from '../api/refresh.ts'
import { count, quantity } from '../format/numbers.ts'
import { Button } from '../parts/button.tsx'
import { Form, type FormPart, useForm } from '../parts/form.tsx'
import { Modal } from '../parts/modal.tsx'
import { Progress } from '../parts/progress.tsx'
import { useIsThere } from '../parts/use-is-there.ts'
import { type BulkResult, changeMany } from './change-many.ts'
import { undoChange } from './undo-change.ts'

/** How long the toast offers to undo a change. */
const undoMs = 8_000

/** Props of every dialog that changes many links. */
export interface BulkProps {
  links: readonly ShortUrl[]
  /** Called with the IDs of the changed links, even if the dialog was closed in the meantime. */
  onChanged: (ids: string[]) => void
  onClose: () => void
}

interface BulkFormProps<Filled> extends BulkProps {
  /** Begins the title: "Move". */
  verb: string
  about?: string
  start: Filled
  changesOf: (filled: Filled) => BulkChanges
  check?: (filled: Filled) => FieldError[]
  submit: (filled: Filled) => string
  /** Success toast: "37 links moved". */
  done: (changed: string, filled: Filled) => string
  children: (part: FormPart<Filled>) => ReactNode
}

/** Applies a change to many links. Shows the progress, and the reason for each link that failed. */
export function BulkForm<Filled extends object>(props: BulkFormProps<Filled>) {
  const { links, verb, about, start, changesOf, check, submit, done, onChanged, onClose, children } = props
  const queries = useQueryClient()
  const isThere = useIsThere()
  const [progress, setProgress] = useState<number | null>(null)
  const [shown, setShown] = useState<BulkResult | null>(null)

  async function send(filled: Filled) {
    const changes = changesOf(filled)
    setProgress(0)
    const result = await changeMany(links, (ids) => updateLinks(ids, changes), setProgress)
    await refreshLinked(queries)
    const changed = new Set(idsOf(links, result))
    if (result.changed > 0) {
      toast.success(done(quantity(result.changed, 'link'), filled), {
        duration: undoMs,
        action: {
          label: 'Undo',
          onClick: () =>
            void undoChange(
              queries,
              links.filter(({ id }) => changed.has(id)),
              changes,
            ),
        },
      })
    }
    onChanged([...changed])
    if (!isThere.current) tellRefused(result)
    else if (result.refused.length === 0) onClose()
    else setShown(result)
  }
  const { filled, part, sending } = useForm(start, send, check === undefined ? {} : { check })

  return (
    <Modal title={`${verb} ${quantity(links.length, 'link')}`} about={about} onClose={onClose}>
      {shown === null ? (
        <Form sending={sending} submit={submit(filled)}>
          {children(part)}
          {progress !== null && <Progress label="Links changed" value={progress} total={links.length} />}
        </Form>
      ) : (
        <Refused result={shown} onClose={onClose} />
      )}
    </Modal>
  )
}

function idsOf(links: readonly ShortUrl[], { refused }: BulkResult): string[] {
  const unchanged = new Set(refused.map(({ link }) => link.id))
  return links.map(({ id }) => id).filter((id) => !unchanged.has(id))
}

const refusalText = ({ changed, refused }: BulkResult) =>
  `${count(refused.length)} of ${quantity(changed + refused.length, 'link')} could not be changed`

/** Shown if the dialog was closed in the meantime. */
function tellRefused(result: BulkResult): void {
  const [first] = result.refused
  if (first === undefined) return
  toast.error(refusalText(result), { description: `${first.link.short_code}: ${first.message}` })
}

const mostListed = 100

const Refused = ({ result, onClose }: { result: BulkResult; onClose: () => void }) => (
  <div className="flex flex-col gap-4">
    <p role="alert" className="rounded-md bg-bad-tint px-3 py-2 text-bad">
      {refusalText(result)}.
    </p>
    <ul className="max-h-72 overflow-y-auto rounded-md border border-line">
      {result.refused.slice(0, mostListed).map(({ link, message }) => (
        <li key={link.id} className="border-b border-line px-3 py-2 last:border-b-0">
          <p className="truncate font-medium">{link.short_code}</p>
          <p className="text-[13px] text-dim">{message}</p>
        </li>
      ))}
    </ul>
    <Button className="justify-center" onClick={onClose}>
      Close
    </Button>
  </div>
)
