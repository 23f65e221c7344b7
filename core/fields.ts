import { isDeepStrictEqual } from 'node:util'

type GivenFields<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** The fields with a value, including null. */
export const givenFields = <Fields extends object>(fields: Fields): GivenFields<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as GivenFields<Fields>

/** The given fields whose values have changed. */
export const changedFields = <Fields extends object>(fields: Fields, before: { [Name in keyof Fields]?: unknown }) =>
  Object.fromEntries(
    Object.entries(givenFields(fields)).filter(
      ([name, value]) => !isDeepStrictEqual(value, before[name as keyof Fields]),
    ),
  ) as GivenFields<Fields>
