import { showMe } from './show-me.ts'
import { showUsage } from './show-usage.ts'

export const accounts = [showMe, showUsage]
