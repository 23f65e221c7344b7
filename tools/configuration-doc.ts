import { writeFileSync } from 'node:fs'
import { settings } from '#runtime/config.ts'
import { renderConfiguration } from './render-configuration.ts'
import { root } from './root.ts'

writeFileSync(`${root}/docs/configuration.md`, renderConfiguration(settings))
