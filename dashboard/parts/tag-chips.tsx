import { useTagColors } from '../api/tag-colors.ts'
import { TagChip } from './tag-chip.tsx'

export function TagChips({ tags }: { tags: readonly string[] }) {
  const colorOf = useTagColors()
  return tags.map((tag) => <TagChip key={tag} tag={tag} color={colorOf(tag)} />)
}
