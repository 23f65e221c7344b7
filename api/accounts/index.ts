import { showMe } from './show-me.ts'

export const accounts = [showMe]
