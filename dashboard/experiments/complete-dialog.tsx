import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import { completeExperiment, type FullExperiment } from '../api/experiments.ts'
import { refreshLinked } from '../api/refresh.ts'
import { rate } from '../format/numbers.ts'
import { bareUrl } from '../format/urls.ts'
import { Button } from '../parts/button.tsx'
import { FieldGroup } from '../parts/field-group.tsx'
import { FormAlert, useForm } from '../parts/form.tsx'
import { Modal } from '../parts/modal.tsx'
import { useClose } from '../parts/use-is-there.ts'
import { LetterBadge } from './letter-badge.tsx'
import { describeStanding, leaderOf, nameOf } from './standing.ts'
import { afterMoves } from './use-move.ts'

const nobody = 'none'

interface Filled {
  winner: string | null
}

const findMissing = ({ winner }: Filled) =>
  winner === null ? [{ field: 'winner', message: 'Choose a variant, or “No winner”.' }] : []

/** Asks for confirmation, because completing a test is final and changes redirects immediately. */
export function CompleteDialog({ full, onClose }: { full: FullExperiment; onClose: () => void }) {
  const close = useClose(onClose)
  const queries = useQueryClient()
  const { kind, test, analytics } = full
  const request = useMutation({
    ...afterMoves(test.id),
    mutationFn: (winner: string | null) => completeExperiment(kind, test.id, winner),
  })
  async function complete({ winner: chosenWinner }: Filled) {
    const winner = chosenWinner === nobody ? null : chosenWinner
    await request.mutateAsync(winner)
    await refreshLinked(queries)
    close()
    toast.success('Test completed', {
      description:
        winner === null ? 'Visitors now go to the link’s destination.' : 'All visitors now go to the winner.',
    })
  }
  const { filled, onChange, errorOf, sending } = useForm({ winner: leaderOf(full) }, complete, { check: findMissing })
  const chosen = filled.winner
  const index = analytics.findIndex(({ id }) => id === chosen)
  return (
    <Modal title="Complete this test?" about="A completed test cannot be restarted." onClose={onClose}>
      <form className="flex flex-col gap-4" {...sending.props}>
        {describeStanding(full).kind === 'collecting' && (
          <p className="rounded-md bg-warn-tint px-3 py-2 text-warn">
            There are not enough clicks yet to pick a winner.
          </p>
        )}
        <FieldGroup legend="Send all visitors to" error={errorOf('winner')}>
          <div className="flex min-w-0 flex-col gap-2">
            {analytics.map((variant, at) => (
              <Choice
                key={variant.id}
                isChosen={chosen === variant.id}
                onChoose={() => onChange({ winner: variant.id })}
              >
                <LetterBadge index={at} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{variant.name}</span>
                  <span className="block truncate text-[13px] text-dim">{bareUrl(variant.destination_url)}</span>
                </span>
                {test.conversions_enabled && (
                  <span className="text-[13px] text-dim tabular-nums">{rate(variant.conversion_rate)}</span>
                )}
              </Choice>
            ))}
            <Choice isChosen={chosen === nobody} onChoose={() => onChange({ winner: nobody })}>
              <span className="min-w-0">
                <span className="block font-medium">No winner</span>
                <span className="block text-[13px] text-dim">Visitors go to the link’s destination</span>
              </span>
            </Choice>
          </div>
        </FieldGroup>
        <FormAlert {...sending} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{test.status === 'paused' ? 'Cancel' : 'Keep running'}</Button>
          <Button type="submit" look="main" disabled={sending.isSending}>
            {index === -1 ? 'Complete' : `Complete with ${shortened(nameOf(analytics, index))}`}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

const longest = 24
const shortened = (name: string) => (name.length > longest ? `${name.slice(0, longest)}…` : name)

interface ChoiceProps {
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

const Choice = ({ isChosen, onChoose, children }: ChoiceProps) => (
  <label className="flex min-w-0 cursor-pointer items-center gap-3 rounded-md border border-field p-3 has-checked:border-accent has-checked:bg-tint has-focus-visible:outline-2 has-focus-visible:outline-accent">
    <input
      type="radio"
      name="winner"
      className="size-4 shrink-0 accent-accent"
      checked={isChosen}
      onChange={onChoose}
    />
    {children}
  </label>
)
