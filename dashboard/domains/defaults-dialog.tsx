import { useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { type LinkDefaults, linkDefaultsQuery, updateLinkDefaults } from '../api/link-defaults.ts'
import { readAgain } from '../api/read-again.ts'
import { utmTemplatesQuery } from '../api/utm-templates.ts'
import { readTags } from '../format/tags.ts'
import { CampaignField } from '../links/campaign-field.tsx'
import { RedirectTypes } from '../links/redirect-types.tsx'
import { describeUtm } from '../links/utm-values.ts'
import { Combobox } from '../parts/combobox.tsx'
import { Field, FieldFrame } from '../parts/field.tsx'
import { bindFlag, bindText, Form, useForm } from '../parts/form.tsx'
import { Modal } from '../parts/modal.tsx'
import { saveChanges } from '../parts/save-changes.ts'
import { SelectField } from '../parts/select-field.tsx'
import { TagsField } from '../parts/tags-field.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { useClose } from '../parts/use-is-there.ts'
import type { Sent } from '../parts/use-sending.ts'

interface DefaultsDialogProps {
  /** UUID, or `standard` for the base domain. */
  domainId: string
  host: string
  /** Those of all domains. */
  all: readonly LinkDefaults[]
  onClose: () => void
}

/** The values that the form of a new link on a domain begins with. */
export function DefaultsDialog({ domainId, host, all, onClose }: DefaultsDialogProps) {
  const close = useClose(onClose)
  const queries = useQueryClient()
  const { data: templates = [] } = useQuery(utmTemplatesQuery)
  const startOf = (defaults: readonly LinkDefaults[]) => fill(defaults.find(({ domain_id }) => domain_id === domainId))
  async function send(filled: Filled, _event: Sent, base: Filled) {
    await saveChanges(filled, base, {
      read: async () => startOf(await readAgain(queries, linkDefaultsQuery)),
      async save(merged) {
        queries.setQueryData(linkDefaultsQuery.queryKey, await updateLinkDefaults(domainId, readFilled(merged)))
      },
    })
    close()
    toast.success('Link defaults saved')
  }
  const { part, filled, onChange, sending } = useForm(startOf(all), send, { draft: `link defaults ${domainId}` })
  const { value, error } = bindText(part, 'tags')
  return (
    <Modal
      title={`Link defaults of ${host}`}
      about="The form of a new link on this domain begins with these values. The API does not use them."
      onClose={onClose}
    >
      <Form sending={sending} submit="Save">
        <TagsField
          name="tags"
          placeholder="email, spring"
          value={value}
          error={error}
          onText={(tags) => onChange({ tags })}
        />
        <CampaignField {...bindText(part, 'campaign_id')} />
        <FieldFrame
          label="UTM template"
          error={part.errorOf('utm_template_id')}
          hint={templates.length === 0 ? 'Save a template in the UTM section of a link first.' : undefined}
        >
          {(ties) => (
            <Combobox
              label="UTM template"
              none="None"
              value={filled.utm_template_id}
              choices={templates.map((each) => ({ value: each.id, name: each.name, note: describeUtm(each) }))}
              onChoose={(utm_template_id) => onChange({ utm_template_id })}
              ties={ties}
            />
          )}
        </FieldFrame>
        <Field
          label="Expires after (days)"
          type="number"
          inputMode="numeric"
          min={1}
          max={3_653}
          placeholder="Never"
          {...bindText(part, 'expires_in_days')}
        />
        <SelectField label="Redirect type" {...bindText(part, 'redirect_type')}>
          <RedirectTypes />
        </SelectField>
        <Toggle label="Forward query parameters" {...bindFlag(part, 'forward_query')} />
        <Toggle label="Track clicks" {...bindFlag(part, 'tracking_enabled')} />
      </Form>
    </Modal>
  )
}

const fill = (defaults: LinkDefaults | undefined) => ({
  redirect_type: String(defaults?.redirect_type ?? 302),
  tags: defaults?.tags.join(', ') ?? '',
  campaign_id: defaults?.campaign_id ?? '',
  utm_template_id: defaults?.utm_template_id ?? '',
  expires_in_days: defaults?.expires_in_days?.toString() ?? '',
  forward_query: defaults?.forward_query ?? true,
  tracking_enabled: defaults?.tracking_enabled ?? true,
})
type Filled = ReturnType<typeof fill>

const readFilled = ({ redirect_type, tags, expires_in_days, ...others }: Filled) => ({
  redirect_type: Number(redirect_type) as LinkDefaults['redirect_type'],
  tags: readTags(tags),
  campaign_id: others.campaign_id || null,
  utm_template_id: others.utm_template_id || null,
  expires_in_days: expires_in_days === '' ? null : Number(expires_in_days),
  forward_query: others.forward_query,
  tracking_enabled: others.tracking_enabled,
})
