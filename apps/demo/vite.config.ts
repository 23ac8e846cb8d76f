import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { splitCatalogues } from '@latchkey/i18n/split'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type UserConfig } from 'vite'

const root = import.meta.dirname
const HOST_PAGES = ['index', 'shop', 'empty-frames']
/** A page that only has the button, and one that only has React: what a page of somebody else's would load. */
const LONE_PAGES = ['baseline', 'button-only']

const configOf = (pages: readonly string[]): UserConfig => ({
  root,
  configFile: false,
  plugins: [react(), splitCatalogues()],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Every asset stays a file: a strict `img-src` and `script-src` need no data URIs.
    assetsInlineLimit: 0,
    rollupOptions: { input: pages.map((page) => resolve(root, `${page}.html`)) },
  },
})

/** Makes the document that a server would send: the shop with its page in it. */
async function renderOnServer(): Promise<void> {
  const outDir = resolve(root, 'dist', 'server')
  const ssr = resolve(root, 'src', 'renderShop.tsx')
  await build({ root, configFile: false, plugins: [react()], build: { ssr, outDir }, logLevel: 'warn' })
  const { renderShop } = await import(pathToFileURL(resolve(outDir, 'renderShop.js')).href)
  const html = readFileSync(resolve(root, 'dist', 'shop.html'), 'utf8')
  const place = '<div id="root"></div>'
  if (!html.includes(place)) throw new Error('The shop has another structure.')
  const rendered = html.replace(place, () => `<div id="root">${renderShop()}</div>`)
  writeFileSync(resolve(root, 'dist', 'server-rendered.html'), rendered)
}

/**
 * Builds the other pages after the host pages, in groups of their own: in one build with them they would change the
 * chunks that the byte budgets are measured on.
 */
const groupsApart: Plugin = {
  name: 'groups-apart',
  apply: 'build',
  async closeBundle() {
    for (const pages of [
      LONE_PAGES,
      ['workbench'],
      ['bench'],
      ['sign-in', 'in-dialog', 'wagmi'],
      ['solana'],
      ['bitcoin'],
      ['playground'],
    ]) {
      const config = configOf(pages)
      // What a bundler adds for its own loading is the page's, and no part of what a page of ours weighs.
      const preload = pages === LONE_PAGES ? { modulePreload: false } : {}
      await build({ ...config, build: { ...config.build, ...preload, emptyOutDir: false }, logLevel: 'warn' })
    }
    await renderOnServer()
  },
}

export default defineConfig(() => {
  const config = configOf(HOST_PAGES)
  return { ...config, plugins: [...(config.plugins ?? []), groupsApart] }
})
