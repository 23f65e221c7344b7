import { AppWindow, Bot, CalendarClock, KeyRound, type LucideIcon, Terminal, User } from 'lucide-react'
import type { AuditEntry } from '../api/audit.ts'

export const actorIcons: Record<AuditEntry['actor']['type'], LucideIcon> = {
  user: User,
  key: KeyRound,
  app: AppWindow,
  cli: Terminal,
  schedule: CalendarClock,
  system: Bot,
}
