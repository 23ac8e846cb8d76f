import { splitCatalogues } from '@latchkey/i18n/split'
import { defineConfig } from 'vite'

/** What brings files of its own that it finds beside it, and CommonJS that loads other modules only where they are installed. */
const asInstalled = ['@electric-sql/pglite', 'nodemailer', 'pg', 'pino', 'prom-client', 'ws']

/**
 * One file for Node, with the workspace's packages and most libraries inside: of their many files most of the time went that a
 * start takes.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [splitCatalogues()],
  ssr: { noExternal: true, external: [...asInstalled] },
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    emptyOutDir: false,
    target: 'node20',
    sourcemap: true,
    rollupOptions: { output: { entryFileNames: 'main.js', inlineDynamicImports: true } },
  },
})
