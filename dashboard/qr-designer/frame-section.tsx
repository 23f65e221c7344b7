import { frameStyles } from '#schemas/qr-choices.ts'
import type { QrFrame } from '#schemas/qr-settings.ts'
import { Field } from '../parts/field.tsx'
import { ColourField } from './colour-field.tsx'
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

export function FrameSection({ look, errorOf, onChange }: LookProps) {
  const { frame } = look
  const change = (part: Partial<QrFrame>) => frame !== null && onChange({ frame: { ...frame, ...part } })
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
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Frame text"
            name="frame_text"
            maxLength={longestText}
            autoComplete="off"
            value={frame.text}
            error={errorOf('frame.text')}
            hint="Leave blank for a frame without text."
            onChange={({ target }) => change({ text: target.value })}
          />
          <Slider
            label="Corner radius"
            value={frame.radius}
            min={0}
            max={8}
            step={0.5}
            write={(value) => (value === 0 ? 'None' : String(value))}
            onChange={(radius) => change({ radius })}
          />
          <ColourField label="Frame color" value={frame.color} onChange={(color) => change({ color })} />
          <ColourField label="Text color" value={frame.text_color} onChange={(text_color) => change({ text_color })} />
        </div>
      )}
    </div>
  )
}

const startOf = ({ frame, foreground_color, background_color }: LookProps['look']): QrFrame =>
  frame ?? { style: 'border', text: 'SCAN ME', text_color: background_color, color: foreground_color, radius: 2 }
