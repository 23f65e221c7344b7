import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { toast } from 'sonner'
import type { Brand } from '#schemas/domains.ts'
import type { WholeSetting } from '../api/domain-settings.ts'
import { logoUrl } from '../api/logos.ts'
import { domainsKey } from '../api/refresh.ts'
import { Field } from '../parts/field.tsx'
import { bindText, Form, useForm } from '../parts/form.tsx'
import { Modal } from '../parts/modal.tsx'
import { saveChanges } from '../parts/save-changes.ts'
import { Segments } from '../parts/segments.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { useClose } from '../parts/use-is-there.ts'
import type { Sent } from '../parts/use-sending.ts'
import { ColorField } from '../qr-designer/color-field.tsx'
import { LogoChoice } from '../qr-designer/logo-choice.tsx'
import { PagePreview } from './page-preview.tsx'
import { type PageSample, pageSampleNames, pageSamples } from './page-samples.ts'

/** Preselected when a color is turned on. */
const firstColor = '#0F766E'
const longestName = 60

interface BrandDialogProps {
  host: string
  brand: Brand
  setting: WholeSetting<Brand>
  onClose: () => void
}

const fill = (brand: Brand) => ({
  name: brand?.name ?? '',
  color: brand?.color ?? null,
  logo: brand?.logo_asset_id ?? null,
})
type Filled = ReturnType<typeof fill>

function readFilled({ name, color, logo }: Filled): Brand {
  const isPlain = name.trim() === '' && color === null && logo === null
  return isPlain ? null : { name: name.trim() || null, color, logo_asset_id: logo }
}

export function BrandDialog({ host, brand, setting, onClose }: BrandDialogProps) {
  const close = useClose(onClose)
  const queries = useQueryClient()
  async function send(filled: Filled, _event: Sent, base: Filled) {
    await saveChanges(filled, base, {
      read: async () => fill(await setting.read()),
      save: (merged) => setting.save(readFilled(merged)),
    })
    await queries.invalidateQueries({ queryKey: domainsKey })
    close()
    toast.success('Page design saved')
  }
  const { filled, part, onChange, sending } = useForm(fill(brand), send, { draft: `brand ${host}` })
  const { name, color, logo } = filled
  return (
    <Modal
      title={`Page design of ${host}`}
      about="Visitors see these pages when a link does not redirect, or asks for a password."
      size="wide"
      onClose={onClose}
    >
      <div className="grid gap-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <Form sending={sending} submit="Save">
          <Field
            label="Name"
            placeholder="Northwind Coffee"
            autoComplete="off"
            maxLength={longestName}
            {...bindText(part, 'name', 'brand.name')}
          />
          <Toggle
            label="Custom color"
            hint="Text on it is black or white, whichever is easier to read."
            checked={color !== null}
            onChange={(own) => onChange({ color: own ? firstColor : null })}
          />
          {color !== null && (
            <ColorField
              label="Color"
              value={color}
              error={part.errorOf('brand.color', 'color')}
              onChange={(chosen) => onChange({ color: chosen })}
            />
          )}
          <LogoChoice chosen={logo} onChoose={(id) => onChange({ logo: id })} />
        </Form>
        <Samples name={name.trim()} color={color} logo={logo} />
      </div>
    </Modal>
  )
}

const themes = { light: 'Light', dark: 'Dark' } as const
const sampleNames = Object.fromEntries(pageSampleNames.map((key) => [key, pageSamples[key].name])) as Record<
  PageSample,
  string
>

function Samples({ name, color, logo }: { name: string; color: string | null; logo: string | null }) {
  const [shown, setShown] = useState<PageSample>('expired')
  const [theme, setTheme] = useState<keyof typeof themes>('light')
  const brand = useMemo(
    () => ({ name: name === '' ? null : name, color, logo: logo === null ? null : logoUrl(logo) }),
    [name, color, logo],
  )
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <Segments name="Page" choices={sampleNames} chosen={shown} onChoose={setShown} />
        <Segments name="Theme of the preview" choices={themes} chosen={theme} onChoose={setTheme} />
      </div>
      <PagePreview page={pageSamples[shown].page} brand={brand} theme={theme} />
    </div>
  )
}
