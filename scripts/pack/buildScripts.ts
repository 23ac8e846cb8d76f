import { dirname, join, relative, resolve } from 'node:path'
import { splitCatalogues } from '@latchkey/i18n/split'
import { bundlePageEntry } from '@latchkey/testing/pageEntry'
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { ENTRIES } from './entries.ts'
import { type GraphModule, pathOf, planChunks } from './planChunks.ts'

/** Everything but this workspace's own code stays an import: the page's bundler finds one copy for all. */
const isExternal = (id: string) => /^[^./\0]/.test(id) && !id.startsWith('@latchkey/')

/** Puts the finished script in the place of what would bundle it: who tests a dapp has no sources of ours. */
const bundledPageEntry: Plugin = {
  name: 'bundled-page-entry',
  async load(id) {
    if (!id.endsWith('/testing/src/node/bundlePageEntry.ts')) return undefined
    const code = JSON.stringify(await bundlePageEntry())
    return { code: `export const bundlePageEntry = async () => ${code}`, moduleType: 'js' }
  },
}

function configOf(root: string, outDir: string, output: Rolldown.OutputOptions): InlineConfig {
  const entry = Object.fromEntries(ENTRIES.map(({ name, source }) => [name, join(root, 'packages', source)]))
  return {
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    publicDir: false,
    plugins: [splitCatalogues(), bundledPageEntry],
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      // The page's own build does that, and until then a reader finds what runs.
      minify: false,
      cssMinify: true,
      modulePreload: false,
      lib: { formats: ['es'], entry },
      rolldownOptions: { external: isExternal, preserveEntrySignatures: 'allow-extension', output },
    },
  }
}

/** Which module needs which, once all that nobody uses is gone: a barrel needs what is taken from it, and no more. */
async function readGraph(root: string): Promise<GraphModule[]> {
  const config = configOf(root, join(root, 'dist'), { preserveModules: true, entryFileNames: '[name].js' })
  const built = await build({ ...config, build: { ...config.build, write: false } })
  const chunks = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const scripts = chunks.filter((chunk) => chunk.type === 'chunk')
  const idOf = new Map(scripts.map((chunk) => [chunk.fileName, chunk.moduleIds.at(-1) ?? chunk.fileName]))
  const idsOf = (files: readonly string[]) => files.flatMap((file) => idOf.get(file) ?? [])
  return scripts.map((chunk) => ({
    id: idOf.get(chunk.fileName) as string,
    imported: idsOf(chunk.imports),
    later: idsOf(chunk.dynamicImports),
  }))
}

/**
 * Builds the entries into `outDir`: ES modules with source maps, JSX compiled, styles as texts in them; and `standalone`
 * for pages without a bundler.
 */
export async function buildScripts(root: string, outDir: string): Promise<void> {
  const { NODE_ENV } = process.env
  try {
    await buildPlanned(root, outDir)
    await buildStandalone(root, outDir)
  } finally {
    // Vite sets it for the whole process, and npm leaves out what a build needs where it is `production`.
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}

/** Entries that a page without a bundler names, by the file that it names. */
const STANDALONE = { latchkey: 'sdk/src/index.ts', elements: 'sdk/src/elements.ts' } as const

/** In a chunk below all that draws: a part of the plan that hooks share must find it made. */
const REACT = /\/node_modules\/(?:react|react-dom|scheduler)\//

/**
 * Builds what a browser takes as it is: one file to name, libraries included, which loads its other parts from beside it when
 * they are needed.
 */
async function buildStandalone(root: string, outDir: string): Promise<void> {
  const packages = join(root, 'packages')
  const plan = planChunks(packages, await readGraph(root))
  const chunkOf = (id: string) => plan.get(id) ?? (REACT.test(id) ? 'react' : null)
  const config = configOf(root, join(outDir, 'standalone'), {
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    // No other build follows, so nobody needs the white space that Vite leaves in a library.
    minify: true,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: chunkOf, debugName: 'plan' }],
    },
  })
  const entry = Object.fromEntries(
    Object.entries(STANDALONE).map(([name, source]) => [name, join(packages, source)]),
  )
  const { rolldownOptions, ...rest } = config.build ?? {}
  const { external: _, ...options } = rolldownOptions ?? {}
  await build({
    ...config,
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    build: { ...rest, lib: { formats: ['es'], entry }, rolldownOptions: options },
  })
}

async function buildPlanned(root: string, outDir: string): Promise<void> {
  const plan = planChunks(join(root, 'packages'), await readGraph(root))
  const isClient = (name: string) => ENTRIES.some((entry) => entry.name === name && entry.isClient)
  const config = configOf(root, outDir, {
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    // Where the declarations' maps find the same sources.
    sourcemapPathTransform: (source, map) => {
      const [part = '', , ...rest] = pathOf(join(root, 'packages'), resolve(dirname(map), source)).split('/')
      return relative(dirname(map), join(outDir, 'sources', part, ...rest))
    },
    banner: ({ name }) => (isClient(name) ? "'use client'\n" : ''),
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: (id) => plan.get(id) ?? null, debugName: 'plan' }],
    },
  })
  await build({ ...config, build: { ...config.build, sourcemap: true } })
}
