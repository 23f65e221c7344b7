import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * sonner writes its styles into the page when it loads, which the content security policy forbids; style.css imports the same
 * styles as a file.
 */
const sonnerWithoutInlineStyles: Plugin = {
  name: 'sonner-without-inline-styles',
  transform(code, id) {
    if (!/\/sonner\/dist\/index\.mjs/.test(id)) return undefined
    const changed = code.replace(/^__insertCSS\(".*"\);?$/m, '')
    if (changed === code) this.error('sonner no longer writes its styles as it did: see whether it still does at all')
    return { code: changed, map: null }
  },
}

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [sonnerWithoutInlineStyles, react(), tailwindcss()],
  build: {
    target: 'baseline-widely-available',
    // A page that is given data: URLs for its fonts and images has them in its first load.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licences.md' },
    manifest: 'manifest.json',
    reportCompressedSize: false,
    // Every page loads these modules. In one file they compress better than in many small ones.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
})
