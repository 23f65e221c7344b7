import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { addLinks, type Campaign, linksOutsideQuery } from '../api/campaigns.ts'
import { keepRows } from '../api/pages.ts'
import { refreshLinked } from '../api/refresh.ts'
import { count, quantity } from '../format/numbers.ts'
import { bareUrl } from '../format/urls.ts'
import { Button } from '../parts/button.tsx'
import { FieldErrorText } from '../parts/field-group.tsx'
import { FormAlert, useForm } from '../parts/form.tsx'
import { FormActions } from '../parts/form-actions.tsx'
import { ListSkeleton } from '../parts/loaded.tsx'
import { Modal } from '../parts/modal.tsx'
import { MoreButton } from '../parts/more-button.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { ShortLink } from '../parts/short-link.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { useClose } from '../parts/use-is-there.ts'
import { useSettled } from '../parts/use-settled.ts'

interface Filled {
  chosen: string[]
}

const noneChosen: Filled = { chosen: [] }

const findMissing = ({ chosen }: Filled) =>
  chosen.length === 0 ? [{ field: 'chosen', message: 'Select at least one link.' }] : []

export function AddLinksDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const close = useClose(onClose)
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const sought = useSettled(typed.trim())
  const query = useInfiniteQuery({ ...linksOutsideQuery(campaign.id, sought), placeholderData: keepRows })
  const links = query.data?.pages.flatMap((page) => page.data)
  async function add({ chosen }: Filled) {
    await addLinks(campaign.id, chosen)
    toast.success(`${quantity(chosen.length, 'link')} added to ${campaign.name}`)
    close()
    await refreshLinked(queries)
  }
  const { filled, onChange, errorOf, sending } = useForm(noneChosen, add, { check: findMissing })
  const { chosen } = filled
  const toggle = (id: string) =>
    onChange({ chosen: chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id] })
  const error = errorOf('chosen')
  return (
    <Modal title="Add links" about="Links in another campaign move to this one." onClose={onClose}>
      <form {...sending.props}>
        <SearchField label="Search links" value={typed} onChange={setTyped} />
        <div className="my-3 h-80 overflow-y-auto" tabIndex={-1}>
          {links === undefined && query.isError ? (
            <Trouble query={query} />
          ) : links === undefined ? (
            <ListSkeleton />
          ) : links.length === 0 ? (
            <p className="py-10 text-center text-dim">No links found outside this campaign.</p>
          ) : (
            <ul aria-label="Links to add">
              {links.map((link) => (
                <li key={link.id}>
                  <label className="flex cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 pointer-coarse:min-h-11 hover:bg-sunken">
                    <input
                      type="checkbox"
                      className="size-4 shrink-0 accent-accent"
                      checked={chosen.includes(link.id)}
                      onChange={() => toggle(link.id)}
                    />
                    <span className="min-w-0 flex-1">
                      <span className="block truncate font-medium">
                        <ShortLink url={link.short_url} />
                      </span>
                      <span className="block truncate text-xs text-dim">{link.name ?? bareUrl(link.original_url)}</span>
                    </span>
                    {link.campaign_id !== null && <span className="text-xs text-dim">In another campaign</span>}
                  </label>
                </li>
              ))}
            </ul>
          )}
          <MoreButton query={query} />
        </div>
        <FormActions
          alert={
            <>
              <FormAlert {...sending} />
              {error !== undefined && <FieldErrorText id="chosen-error">{error}</FieldErrorText>}
              <p role="status" className="text-dim empty:hidden">
                {chosen.length > 0 && `${count(chosen.length)} selected`}
              </p>
            </>
          }
        >
          <Button type="submit" look="main" disabled={sending.isSending}>
            Add to campaign
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}
