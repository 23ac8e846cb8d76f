import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Builds the keys document: one script, one worker, nothing inline. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
})
