import { splitCatalogues } from '@latchkey/i18n/split'
import { defineConfig } from 'vite'

/** One file for Node: the workspace's packages inside, those of node_modules outside. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [splitCatalogues()],
  ssr: { noExternal: [/^@latchkey\//] },
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    emptyOutDir: false,
    target: 'node20',
    sourcemap: true,
    rollupOptions: { output: { entryFileNames: 'main.js', inlineDynamicImports: true } },
  },
})
