import type { PickKind } from '../api/pick.ts'
import { Finder, Taken } from '../parts/finder.tsx'
import type { FormPart } from '../parts/form.tsx'
import { TagsField } from '../parts/tags-field.tsx'
import type { FilledWebhook } from './draft-webhook.ts'

const many = [
  { field: 'url_ids', kind: 'link', label: 'Links' },
  { field: 'campaign_ids', kind: 'campaign', label: 'Campaigns' },
  { field: 'qr_code_ids', kind: 'code', label: 'QR codes' },
  { field: 'domains', kind: 'domain', label: 'Domains' },
] as const satisfies { field: keyof FilledWebhook; kind: PickKind; label: string }[]

export function FilterFields(part: FormPart<FilledWebhook>) {
  const { filled, onChange } = part
  return (
    <div className="flex flex-col gap-4">
      <p className="text-[13px] text-dim">
        Events must match every filter; each filter matches any of its values. Without filters, all events are sent.
      </p>
      {many.map(({ field, kind, label }) => {
        const chosen = filled[field]
        return (
          <div key={field} className="flex flex-col gap-2">
            <Finder
              label={label}
              kind={kind}
              without={chosen}
              onChoose={({ id }) => onChange({ [field]: [...chosen, id] })}
            />
            {chosen.length > 0 && (
              <div className="flex flex-wrap gap-2">
                {chosen.map((id) => (
                  <Taken
                    key={id}
                    kind={kind}
                    id={id}
                    onRemove={() => onChange({ [field]: chosen.filter((other) => other !== id) })}
                  />
                ))}
              </div>
            )}
          </div>
        )
      })}
      <TagsField
        placeholder="email, spring"
        name="filters.tags"
        value={filled.tags}
        error={part.errorOf('filters.tags')}
        onText={(tags) => onChange({ tags })}
      />
    </div>
  )
}
