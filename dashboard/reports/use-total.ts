import { useQuery } from '@tanstack/react-query'
import { type Report, reportQuery } from '../api/analytics.ts'
import type { View } from './view.ts'

const totalOf = ({ total_clicks }: Report<'overview'>) => total_clicks

/** All clicks of the report, where a page of its links is a part of them; undefined while that is loading. */
export const useTotal = ({ id, scope }: View): number | undefined =>
  useQuery({ ...reportQuery('overview', id, scope), select: totalOf }).data
