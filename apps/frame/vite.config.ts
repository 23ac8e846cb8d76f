import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export default defineConfig({
  root: page('.'),
  base: '/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    // The documents run under `script-src 'self'` and `style-src 'self'`: nothing is inlined, not even as a data URI.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    sourcemap: false,
  },
  environments: {
    client: { build: { rolldownOptions: { input: page('index.html') } } },
    // The pages that show every screen share no file with the wallet's own document.
    workbench: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        assetsDir: 'workbench-assets',
        rolldownOptions: { input: page('workbench.html') },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) {
        if (environment.name !== 'ssr') await builder.build(environment)
      }
    },
  },
})
