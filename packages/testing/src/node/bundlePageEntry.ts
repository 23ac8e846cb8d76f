import { fileURLToPath } from 'node:url'

/**
 * The mock wallet as one script for a page. In the published package this module is that script, made when it was packed.
 *
 * @throws Error when the wallet cannot be bundled
 */
export async function bundlePageEntry(): Promise<string> {
  // Vite is loaded when it is needed: launchers that need no page do not wait for it.
  const { build } = await import('vite')
  const entry = fileURLToPath(new URL('../injected/pageEntry.ts', import.meta.url))
  const result = await build({
    configFile: false,
    envFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      rollupOptions: { input: entry, output: { format: 'iife' } },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) =>
    'output' in part ? part.output : [],
  )
  const chunk = outputs.find((output) => output.type === 'chunk')
  if (!chunk) throw new Error('The mock wallet could not be bundled.')
  return chunk.code
}
