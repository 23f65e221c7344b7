import { frameStyles } from '#schemas/qr-choices.ts'
import type { QrFrame } from '#schemas/qr-settings.ts'
import { Field } from '../parts/field.tsx'
import { bindText, bindValue, type FormPart } from '../parts/form.tsx'
import { ColorField } from './color-field.tsx'
import type { LookProps } from './look-section.tsx'
import { PictureChoice } from './picture-choice.tsx'
import { FramePicture } from './shape-pictures.tsx'
import { Slider } from './slider.tsx'

const names = {
  none: 'None',
  border: 'Border',
  label_bottom: 'Label below',
  label_top: 'Label above',
  badge: 'Badge',
} as const

const longestText = 30

export function FrameSection({ filled: look, errorOf, onChange }: LookProps) {
  const { frame } = look
  return (
    <div className="flex flex-col gap-5 border-t border-line pt-5">
      <PictureChoice
        legend="Frame"
        values={['none', ...frameStyles]}
        names={names}
        draw={(style) => <FramePicture style={style} />}
        chosen={frame?.style ?? 'none'}
        onChoose={(style) => onChange({ frame: style === 'none' ? null : { ...startOf(look), style } })}
      />
      {frame !== null && (
        <FrameFields
          filled={frame}
          errorOf={(field) => errorOf(`frame.${field}`)}
          onChange={(part) => onChange({ frame: { ...frame, ...part } })}
        />
      )}
    </div>
  )
}

const FrameFields = (part: FormPart<QrFrame>) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Field
      label="Frame text"
      maxLength={longestText}
      autoComplete="off"
      hint="Leave blank for a frame without text."
      {...bindText(part, 'text')}
      name="frame_text"
    />
    <Slider label="Corner radius" {...bindValue(part, 'radius')} min={0} max={8} step={0.5} write={orNone} />
    <ColorField label="Frame color" {...bindValue(part, 'color')} />
    <ColorField label="Text color" {...bindValue(part, 'text_color')} />
  </div>
)

const orNone = (value: number) => (value === 0 ? 'None' : String(value))

const startOf = ({ frame, foreground_color, background_color }: LookProps['filled']): QrFrame =>
  frame ?? { style: 'border', text: 'SCAN ME', text_color: background_color, color: foreground_color, radius: 2 }
