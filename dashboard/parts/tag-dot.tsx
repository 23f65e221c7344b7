/** The color of a tag, next to its name. */
export const TagDot = ({ color }: { color: string }) => (
  <span aria-hidden data-tag-color={color} className="tag-dot size-2 shrink-0 rounded-full" />
)
