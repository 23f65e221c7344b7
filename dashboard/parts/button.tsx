import type { ComponentProps } from 'react'

const looks = {
  main: 'bg-accent text-on-accent border-accent hover:opacity-90',
  quiet: 'bg-card text-text border-line hover:bg-sunken',
  bare: 'bg-transparent text-dim border-transparent hover:bg-sunken hover:text-text',
  bad: 'bg-bad text-card border-bad hover:opacity-90',
} as const

const sizes = {
  normal: 'h-9 px-3 gap-2',
  icon: 'size-8 justify-center',
} as const

interface Look {
  look?: keyof typeof looks
  size?: keyof typeof sizes
}

/** Also for links that look like buttons. */
export const buttonStyle = ({ look = 'quiet', size = 'normal' }: Look = {}): string =>
  `inline-flex shrink-0 items-center rounded-md border font-medium whitespace-nowrap transition-opacity disabled:opacity-50 ${looks[look]} ${sizes[size]}`

export function Button({ look, size, className = '', type = 'button', ...rest }: ComponentProps<'button'> & Look) {
  const style = buttonStyle({ ...(look && { look }), ...(size && { size }) })
  return <button type={type} className={`${style} ${className}`} {...rest} />
}
