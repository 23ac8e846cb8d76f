import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const page = (name: string) => resolve(import.meta.dirname, `${name}.html`)

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Every asset stays a file: a strict `img-src` and `script-src` need no data URIs.
    assetsInlineLimit: 0,
    rollupOptions: {
      input: ['index', 'shop', 'workbench', 'baseline', 'button-only', 'empty-frames', 'bench'].map(page),
    },
  },
})
