import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

const looks = {
  main: 'bg-accent text-on-accent border-accent hover:opacity-90',
  quiet: 'bg-card text-text border-line hover:bg-sunken',
  bare: 'bg-transparent text-dim border-transparent hover:bg-sunken hover:text-text',
  bad: 'bg-bad text-card border-bad hover:opacity-90',
} as const

const sizes = {
  normal: 'h-9 px-3 gap-2 pointer-coarse:h-11',
  icon: 'size-8 justify-center pointer-coarse:size-11',
} as const

interface Look {
  look?: keyof typeof looks
  size?: keyof typeof sizes
}

/** Also used for links that look like buttons. */
export const buttonStyle = ({ look = 'quiet', size = 'normal' }: Look = {}): string =>
  `inline-flex shrink-0 items-center rounded-md border font-medium whitespace-nowrap transition-opacity disabled:opacity-50 ${looks[look]} ${sizes[size]}`

interface ButtonProps extends ComponentProps<'button'>, Look {
  Icon?: LucideIcon
  iconSize?: number
}

export function Button({ look, size, Icon, iconSize = 15, className = '', type = 'button', ...props }: ButtonProps) {
  const { children, ...rest } = props
  const style = buttonStyle({ ...(look && { look }), ...(size && { size }) })
  return (
    <button type={type} className={`${style} ${className}`} {...rest}>
      {Icon !== undefined && <Icon aria-hidden size={iconSize} />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'look' | 'size' | 'children'> {
  Icon: LucideIcon
  title: string
  /** For screen readers, if the title alone is ambiguous. */
  label?: string
}

export const IconButton = ({ title, label = title, ...rest }: IconButtonProps) => (
  <Button look="bare" size="icon" title={title} {...rest}>
    <span className="sr-only">{label}</span>
  </Button>
)
