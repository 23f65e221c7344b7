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
    // Modules that every page loads. They compress better in one file than in many.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
})
