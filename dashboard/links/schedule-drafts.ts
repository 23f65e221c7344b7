import type { Changes, ScheduledChange } from '#schemas/schedules.ts'
import { keepMoment, localMoment } from '../format/local-moment.ts'
import { withScheme } from '../format/urls.ts'
import { draftRules, readRules } from './rule-drafts.ts'

/** A scheduled change in the form. '' and null: it leaves the field as it is. */
export interface ScheduleDraft {
  /** '' for a new one. */
  id: string
  /** Local time in minutes. */
  at: string
  /** The time as it was read, which may have seconds, and as the form showed it. */
  exact: string
  shown?: string
  url: string
  state: '' | 'on' | 'off'
  /** Targeting rules as the form has them (rule-drafts.ts). */
  rules: string | null
  /** Changes that the form does not show, and keeps. */
  others: Pick<Changes, 'ios_url' | 'android_url' | 'fallback_url'>
}

export const newSchedule = (): ScheduleDraft => ({
  ...{ id: '', at: '', exact: '', url: '', state: '', rules: null, others: {} },
})

/** Forms hold text, so that drafts can be kept and compared. */
export const writeSchedules = (schedules: readonly ScheduleDraft[]): string => JSON.stringify(schedules)
export const parseSchedules = (text: string): ScheduleDraft[] =>
  JSON.parse(text === '' ? '[]' : text) as ScheduleDraft[]

export const draftSchedules = (schedules: readonly ScheduledChange[]): string =>
  writeSchedules(
    schedules.map(({ id, at, changes: { url = '', is_active, targeting_rules: rules, ...others } }) => ({
      ...{ id, at: localMoment(at), exact: at, shown: localMoment(at), url, others },
      state: is_active === undefined ? '' : is_active ? 'on' : 'off',
      rules: rules === undefined ? null : draftRules(rules),
    })),
  )

/** The scheduled changes for a request, earliest first, as the API returns them. */
export const readSchedules = (text: string): object[] =>
  inOrder(parseSchedules(text)).map((draft) => ({
    ...(draft.id !== '' && { id: draft.id }),
    at: timeOf(draft),
    changes: {
      ...draft.others,
      ...(draft.url.trim() !== '' && { url: withScheme(draft.url.trim()) }),
      ...(draft.state !== '' && { is_active: draft.state === 'on' }),
      ...(draft.rules !== null && { targeting_rules: readRules(draft.rules) }),
    },
  }))

/** The place of each draft in the request, which errors refer to. */
export function placesOf(drafts: readonly ScheduleDraft[]): number[] {
  const ordered = inOrder(drafts)
  return drafts.map((draft) => ordered.indexOf(draft))
}

const inOrder = (drafts: readonly ScheduleDraft[]): ScheduleDraft[] =>
  drafts.toSorted((one, other) => timeOf(one).localeCompare(timeOf(other)))

const timeOf = ({ at, exact, shown }: ScheduleDraft): string =>
  at === '' ? '' : keepMoment(at, exact === '' ? undefined : exact, shown)
