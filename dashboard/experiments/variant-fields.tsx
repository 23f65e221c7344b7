import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { Button, IconButton } from '../parts/button.tsx'
import { exactText } from '../parts/field.tsx'
import { FieldErrorText } from '../parts/field-group.tsx'
import type { FormPart } from '../parts/form.tsx'
import { inputStyle } from '../parts/input-style.ts'
import { Segments } from '../parts/segments.tsx'
import {
  emptyVariant,
  evenWeights,
  type FilledExperiment,
  type FilledVariant,
  leastVariants,
  mostVariants,
  sharesOf,
  weightFault,
  withWeights,
} from './draft.ts'
import { LetterBadge, letterOf } from './letter-badge.tsx'

interface VariantFieldsProps extends FormPart<FilledExperiment> {
  /** The test has started. */
  onlyWeights: boolean
}

const splits = { equal: 'Equally', weighted: 'By weight' } as const

export function VariantFields({ filled, onChange, errorOf, onlyWeights }: VariantFieldsProps) {
  const { variants, isWeighted } = filled
  const fault = isWeighted ? weightFault(variants) : undefined
  const refused = errorOf('variants')
  const shown = fault ?? refused
  const resize = (next: FilledVariant[]) => onChange({ variants: withWeights(next, evenWeights(next.length)) })
  return (
    <fieldset className="flex min-w-0 flex-col gap-3" {...(shown !== undefined && { 'data-invalid': '' })}>
      <legend className="mb-2 flex w-full items-center justify-between font-medium">Variants</legend>
      {variants.map((variant, index) => (
        <VariantRow
          key={variant.key}
          variant={variant}
          index={index}
          isWeighted={isWeighted}
          onlyWeights={onlyWeights}
          errorOf={(field, member = field) => errorOf(`variants.${index}.${field}`, `variants.${index}.${member}`)}
          onChange={(change) => onChange({ variants: variants.with(index, { ...variant, ...change }) })}
          {...(!onlyWeights &&
            variants.length > leastVariants && { onRemove: () => resize(variants.toSpliced(index, 1)) })}
        />
      ))}
      <div className="flex flex-wrap items-center justify-between gap-2">
        {onlyWeights ? (
          <span className="text-[13px] text-dim">Split traffic</span>
        ) : (
          <Button disabled={variants.length >= mostVariants} onClick={() => resize([...variants, emptyVariant()])}>
            <Plus aria-hidden size={14} /> Add variant
          </Button>
        )}
        <Segments
          name="Traffic split"
          choices={splits}
          chosen={isWeighted ? 'weighted' : 'equal'}
          onChoose={(split) => onChange({ isWeighted: split === 'weighted' })}
        />
      </div>
      <SharePicture shares={sharesOf(filled)} />
      <p role="status" className={`text-[13px] ${shown === undefined ? 'text-dim' : 'text-bad'}`}>
        {shown ?? (isWeighted ? 'Total: 100%.' : 'Each variant gets an equal share.')}
        {fault !== undefined && (
          <button
            type="button"
            className="ml-2 rounded font-medium text-accent underline"
            onClick={() => resize(variants)}
          >
            Split equally
          </button>
        )}
      </p>
    </fieldset>
  )
}

interface VariantRowProps {
  variant: FilledVariant
  index: number
  isWeighted: boolean
  onlyWeights: boolean
  errorOf: FormPart<FilledExperiment>['errorOf']
  onChange: (change: Partial<FilledVariant>) => void
  onRemove?: () => void
}

function VariantRow(props: VariantRowProps) {
  const { variant, index, isWeighted, onlyWeights, errorOf, onChange, onRemove } = props
  const letter = letterOf(index)
  const named = (field: string) => `variants.${index}.${field}`
  const errors = {
    name: errorOf('name'),
    weight: isWeighted ? errorOf('traffic_weight', 'weight') : undefined,
    url: errorOf('destination_url'),
  }
  const error = errors.url ?? errors.weight ?? errors.name
  const errorId = `${useId()}-error`
  const ties = (wrong: string | undefined) =>
    wrong === undefined ? {} : ({ 'aria-invalid': true, 'aria-describedby': errorId } as const)
  return (
    <div>
      <div className={`flex flex-wrap items-center gap-2 ${isWeighted ? '' : 'sm:flex-nowrap'}`}>
        <LetterBadge index={index} />
        {onlyWeights ? (
          <p className="min-w-0 flex-1 truncate">{variant.name}</p>
        ) : (
          <input
            aria-label={`Variant ${letter} name`}
            name={named('name')}
            {...ties(errors.name)}
            placeholder={`Variant ${letter}`}
            maxLength={255}
            className={`${inputStyle} min-w-24! flex-1 ${isWeighted ? '' : 'sm:w-32! sm:flex-none'}`}
            value={variant.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
        {isWeighted && (
          <span className="flex items-center gap-1">
            <input
              aria-label={`Variant ${letter} weight in percent`}
              name={named('traffic_weight')}
              {...ties(errors.weight)}
              type="number"
              min={0}
              max={100}
              step="any"
              required
              className={`${inputStyle} w-20! text-right tabular-nums`}
              value={variant.weight}
              onChange={(event) => onChange({ weight: event.target.value })}
            />
            <span className="text-dim">%</span>
          </span>
        )}
        {!onlyWeights && (
          <input
            aria-label={`Variant ${letter} destination`}
            name={named('destination_url')}
            {...ties(errors.url)}
            placeholder="https://example.com/page"
            inputMode="url"
            {...exactText}
            required
            className={`${inputStyle} order-last basis-full ${isWeighted ? 'sm:ml-8 sm:basis-[calc(100%-2rem)]' : 'sm:order-none sm:flex-1 sm:basis-0'}`}
            value={variant.destination_url}
            onChange={(event) => onChange({ destination_url: event.target.value })}
          />
        )}
        {onRemove !== undefined && (
          <IconButton Icon={Trash2} title="Remove" onClick={onRemove} label={`Remove variant ${letter}`} />
        )}
      </div>
      {error !== undefined && (
        <div className="pl-8">
          <FieldErrorText id={errorId}>{error}</FieldErrorText>
        </div>
      )}
    </div>
  )
}

/** Smaller shares are too narrow for a letter. */
const leastLettered = 0.04

/** A bar that shows the traffic split. A share missing from 100 percent stays empty. */
const SharePicture = ({ shares }: { shares: readonly number[] }) => (
  <div aria-hidden className="flex h-7 gap-px overflow-hidden rounded-md border border-line bg-sunken">
    {shares.map((share, index) => (
      <span
        key={letterOf(index)}
        className={`flex items-center justify-center overflow-hidden text-xs font-semibold transition-[width] duration-150 ${index % 2 === 0 ? 'bg-accent text-on-accent' : 'bg-tint text-accent'}`}
        style={{ width: `${share * 100}%` }}
      >
        {share >= leastLettered && letterOf(index)}
      </span>
    ))}
  </div>
)
