import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type UserConfig } from 'vite'

const root = import.meta.dirname
const HOST_PAGES = ['index', 'shop', 'baseline', 'button-only', 'empty-frames']

const configOf = (pages: readonly string[]): UserConfig => ({
  root,
  configFile: false,
  plugins: [react()],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Every asset stays a file: a strict `img-src` and `script-src` need no data URIs.
    assetsInlineLimit: 0,
    rollupOptions: { input: pages.map((page) => resolve(root, `${page}.html`)) },
  },
})

/**
 * Builds the workbench after the host pages. It reaches into packages that no host page does, and in one build with
 * them it would change the chunks that the byte budgets are measured on.
 */
const workbenchApart: Plugin = {
  name: 'workbench-apart',
  apply: 'build',
  async closeBundle() {
    const config = configOf(['workbench'])
    await build({ ...config, build: { ...config.build, emptyOutDir: false }, logLevel: 'warn' })
  },
}

export default defineConfig(() => {
  const config = configOf(HOST_PAGES)
  return { ...config, plugins: [...(config.plugins ?? []), workbenchApart] }
})
