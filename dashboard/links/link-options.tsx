import { Field } from '../parts/field.tsx'
import { type Filled, type UtmField, utmFields } from './draft.ts'

interface LinkOptionsProps {
  filled: Filled
  set: (field: keyof Filled, value: string) => void
  errorOf: (field: string) => string | undefined
  /** A password that is there already is never shown. */
  hasPassword: boolean
}

const utmNames: Record<UtmField, string> = {
  utm_source: 'Source',
  utm_medium: 'Medium',
  utm_campaign: 'Campaign',
  utm_term: 'Term',
  utm_content: 'Content',
}

/** What most links do without. */
export function LinkOptions({ filled, set, errorOf, hasPassword }: LinkOptionsProps) {
  const field = (name: keyof Filled) => ({
    name,
    value: filled[name],
    error: errorOf(name),
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  })
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" placeholder="Spring sale" {...field('name')} />
        <Field label="Tags" placeholder="email, spring" hint="With commas between them." {...field('tags')} />
        <Field label="Expires" type="datetime-local" {...field('expires_at')} />
        <Field label="Most clicks" type="number" min={1} inputMode="numeric" {...field('max_clicks')} />
        {hasPassword && (
          <Field
            label="Password for visitors"
            type="password"
            autoComplete="new-password"
            hint="Never shown again."
            {...field('password')}
          />
        )}
      </div>
      <fieldset className="border-t border-line pt-4">
        <legend className="float-left mb-3 w-full font-medium">UTM parameters of the destination</legend>
        <div className="clear-both grid gap-4 sm:grid-cols-2">
          {utmFields.map((name) => (
            <Field key={name} label={utmNames[name]} {...field(name)} />
          ))}
        </div>
      </fieldset>
    </>
  )
}
