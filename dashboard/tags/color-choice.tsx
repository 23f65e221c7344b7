import { useId } from 'react'
import { type TagColor, tagColors } from '#schemas/tag-colors.ts'

const capitalized = (color: string) => `${color.charAt(0).toUpperCase()}${color.slice(1)}`

export function ColorChoice({ chosen, onChoose }: { chosen: TagColor; onChoose: (color: TagColor) => void }) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Color</legend>
      <div className="flex flex-wrap gap-1">
        {tagColors.map((color) => (
          <label
            key={color}
            title={capitalized(color)}
            className="flex size-9 cursor-pointer pointer-coarse:size-11 items-center justify-center rounded-md border border-transparent hover:bg-sunken has-checked:border-accent has-checked:bg-tint has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={group}
              className="sr-only"
              checked={color === chosen}
              onChange={() => onChoose(color)}
            />
            <span aria-hidden data-tag-color={color} className="tag-dot size-5 rounded-full" />
            <span className="sr-only">{capitalized(color)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
