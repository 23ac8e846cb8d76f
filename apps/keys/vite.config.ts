import { fileURLToPath } from 'node:url'
import { splitCatalogues } from '@latchkey/i18n/split'
import { defineConfig, type Plugin } from 'vite'

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The document of sites has no style sheet, and preloads nothing: what Vite would load with a later part is left out. */
const withoutPreload: Plugin = {
  name: 'without-preload',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load: (id) =>
    id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load()' : undefined,
}

/** Builds the keys documents: that of sites and that of the account page, with a worker each, and its window for passkeys. Nothing is inline. */
export default defineConfig({
  root: page('.'),
  base: '/',
  plugins: [splitCatalogues(), withoutPreload],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    target: 'es2022',
    sourcemap: false,
    modulePreload: false,
  },
  environments: {
    client: { build: { rolldownOptions: { input: page('index.html') } } },
    // A document of its own: what sites load stays as small as it is.
    panel: {
      consumer: 'client',
      build: { emptyOutDir: false, rolldownOptions: { input: page('panel.html') } },
    },
    passkey: {
      consumer: 'client',
      build: { emptyOutDir: false, rolldownOptions: { input: page('passkey.html') } },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) {
        if (environment.name !== 'ssr') await builder.build(environment)
      }
    },
  },
  worker: {
    format: 'es',
    // What a worker begins with is one file, also where two signers that come later share some of it.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'worker', test: /\/keys\/src\/(?:panelW|w)orker\.ts$/ }] },
      },
    },
  },
})
