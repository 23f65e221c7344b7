import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * sonner adds inline styles to the page when it loads, which the content security policy blocks. style.css imports the same
 * styles as a file.
 */
const sonnerWithoutInlineStyles: Plugin = {
  name: 'sonner-without-inline-styles',
  transform(code, id) {
    if (!/\/sonner\/dist\/index\.mjs/.test(id)) return undefined
    const changed = code.replace(/^__insertCSS\(".*"\);?$/m, '')
    if (changed === code)
      this.error('sonner changed how it adds its styles. Check whether this plugin is still needed.')
    return { code: changed, map: null }
  },
}

type NameOfGroup = (id: string, context: { getModuleInfo(id: string): ModuleImports | null }) => string | null
interface ModuleImports {
  importedIds: readonly string[]
}

/** Puts all modules that this file of the dashboard imports statically into one group. */
function importedBy(group: string, file: string): NameOfGroup {
  let found: Set<string> | undefined
  return (id, context) => {
    found ??= importsOf([`${import.meta.dirname}${file}`], context)
    return found.has(id) ? group : null
  }
}

function importsOf(
  ids: readonly string[],
  context: Parameters<NameOfGroup>[1],
  found = new Set<string>(),
): Set<string> {
  for (const id of ids) {
    if (found.has(id)) continue
    found.add(id)
    importsOf(context.getModuleInfo(id)?.importedIds ?? [], context, found)
  }
  return found
}

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [sonnerWithoutInlineStyles, react(), tailwindcss()],
  build: {
    target: 'baseline-widely-available',
    // Inlined fonts and images would be part of the first load.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses.md' },
    manifest: 'manifest.json',
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Modules that every page loads. They compress better in one file than in many.
            { name: 'first', tags: ['$initial'], priority: 3 },
            // What figures share with pages that have none, such as the list of links.
            {
              name: 'common',
              test: /modern.useQuery\.js|dashboard.format.numbers|dashboard.parts.input-style|timeline-scale/,
              priority: 2.5,
            },
            // What Home shares with reports only.
            { name: 'figures', test: /dashboard.parts.(timeline|clicks-chart|click-marks|tile)/, priority: 2 },
            // What forms share, and pages without forms do not need.
            {
              name: 'dialogs',
              test: /dashboard.parts.(field|form|use-(sending|give-back))\./,
              priority: 2,
            },
            // What Home shares with other pages.
            { name: importedBy('home', '/home/home-page.tsx'), debugName: 'home', minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
})
