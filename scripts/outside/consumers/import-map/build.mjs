/**
 * A page without a bundler: the browser loads the package's own files. Libraries come as a CDN for modules gives them,
 * one module an entry; React has no ES module of its own.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { build } from 'esbuild'

const PACKAGE = 'node_modules/latchkey/dist'
const scripts = readdirSync(PACKAGE, { recursive: true }).filter(
  (name) => /\.js$/.test(name) && !/^types/.test(name),
)
const IMPORT = /^(?:import|export)\b[^"'\n]*"([^."][^"]*)"|\bimport\("([^."][^"]*)"\)/gm
const named = scripts.flatMap((name) =>
  [...readFileSync(`${PACKAGE}/${name}`, 'utf8').matchAll(IMPORT)].map(([, now, later]) => now ?? later),
)
// The composables are for pages of Vue, which have it.
const libraries = [...new Set(named)].filter((name) => !/^(?:node:|vue$)/.test(name))

const require = createRequire(import.meta.url)
mkdirSync('vendor', { recursive: true })
const fileOf = (name) => name.replaceAll(/\W+/g, '-').replace(/^-/, '')
for (const name of libraries) {
  const isReact = /^react/.test(name)
  const names = isReact ? Object.keys(require(name)) : []
  writeFileSync(
    `vendor/${fileOf(name)}.js`,
    isReact
      ? `import whole from '${name}'\nexport const { ${names.join(', ')} } = whole\nexport default whole\n`
      : `export * from '${name}'\n`,
  )
}
await build({
  entryPoints: libraries.map((name) => `vendor/${fileOf(name)}.js`),
  outdir: 'dist/vendor',
  bundle: true,
  splitting: true,
  format: 'esm',
  define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
})
cpSync(PACKAGE, 'dist/latchkey', { recursive: true })
cpSync('page.js', 'dist/page.js')

const imports = Object.fromEntries(libraries.map((name) => [name, `/vendor/${fileOf(name)}.js`]))
imports.latchkey = '/latchkey/index.js'
imports['latchkey/networks'] = '/latchkey/networks.js'
writeFileSync(
  'dist/index.html',
  `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Outside</title>
    <script type="importmap">${JSON.stringify({ imports })}</script>
    <script type="module" src="/page.js"></script>
  </head>
  <body>
    <button type="button" id="connect">Connect</button>
  </body>
</html>
`,
)
