import type { WholeSetting } from '../api/domain-settings.ts'
import { changedMembers } from './draft-changes.ts'

/**
 * Saves what a form changed in values that the API replaces as a whole. They are read again just before, so that what other users
 * changed while the form was open is kept.
 */
export async function saveChanges<Filled extends object>(
  filled: Filled,
  base: Filled,
  { read, save }: WholeSetting<Filled>,
): Promise<void> {
  const changes = changedMembers(filled, base)
  if (Object.keys(changes).length > 0) await save({ ...(await read()), ...changes })
}
