import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { errorIndex } from '../../scripts/docs/errorIndex.ts'
import { classesForStyles, codeTheme } from './codeColors.ts'
import { pagesOf, sidebar } from './sidebar.ts'

const folder = dirname(fileURLToPath(import.meta.url))
const root = join(folder, '..', '..')

/** Pages include these, so that they are searched as all others. */
const generated = {
  'errors.md': errorIndex(root),
  'recipes.md': listOf('recipes'),
  'decisions.md': listOf('decisions'),
}
mkdirSync(join(folder, '.generated'), { recursive: true })
for (const [name, text] of Object.entries(generated)) writeFileSync(join(folder, '.generated', name), text)

function listOf(name: string): string {
  return pagesOf(join(root, 'docs'), name)
    .map(({ text, link }) => `- [${text}](${link})\n`)
    .join('')
}

/** The tokens of the product, with the switch between dark and light that VitePress has. */
const productTokens = {
  name: 'latchkey:product-tokens',
  enforce: 'pre' as const,
  transform: (source: string, id: string) =>
    id.endsWith('/ui/src/tokens.css') ? source.replaceAll('[data-theme="light"]', ':not(.dark)') : undefined,
}

/**
 * A page that a strict policy allows: the scripts that VitePress writes into each document become files, and the style
 * attributes of its first drawing go, which theme.css stands for.
 */
function withoutInline(html: string, outDir: string): string {
  return html
    .replace(/ style="(?:--vp-vh:0px|position:relative);"/g, '')
    .replace(/<script id="([\w-]+)">([\s\S]*?)<\/script>/g, (_all, id: string, script: string) => {
      writeFileSync(join(outDir, `${id}.js`), script)
      return `<script src="/${id}.js"></script>`
    })
}

export default defineConfig({
  title: 'Latchkey',
  description: 'An open, self-hostable wallet for web apps',
  cleanUrls: true,
  // Else a style element is written at each change, which a strict policy refuses.
  appearance: { disableTransition: false },
  outDir: join(folder, 'dist'),
  cacheDir: join(root, '.latchkey', 'docs-cache'),
  metaChunk: true,
  transformHtml: (html, _id, { siteConfig }) => withoutInline(html, siteConfig.outDir),
  head: [['link', { rel: 'icon', href: '/icon.svg' }]],
  markdown: { theme: codeTheme, codeTransformers: [classesForStyles] },
  vite: {
    plugins: [productTokens],
    publicDir: join(root, 'apps', 'demo', 'public'),
    build: { chunkSizeWarningLimit: 4000 },
  },
  themeConfig: {
    logo: '/icon.svg',
    search: {
      provider: 'local',
      // A code of four digits is meant as it is typed.
      options: { miniSearch: { searchOptions: { fuzzy: 0.1, prefix: true } } },
    },
    outline: { level: [2, 3] },
    externalLinkIcon: true,
    nav: [
      { text: 'Start', link: '/start/react', activeMatch: '^/start/' },
      { text: 'Guides', link: '/recipes/sign-in-with-a-wallet', activeMatch: '^/(guides|recipes|migrate)/' },
      { text: 'Reference', link: '/integrating', activeMatch: '^/(integrating|errors|api/)' },
      { text: 'Run it', link: '/operating', activeMatch: '^/(operating|analytics)' },
      { text: 'Security', link: '/security', activeMatch: '^/(security|architecture|decisions/)' },
    ],
    sidebar: sidebar(join(root, 'docs')),
    footer: { message: 'MIT licence. Latchkey has not been audited.' },
  },
})
