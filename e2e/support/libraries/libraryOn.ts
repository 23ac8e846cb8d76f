import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { Abi } from 'viem'
import { build } from 'vite'
import type { Library } from './Library.ts'

export const libraryNames = ['ethers', 'viem', 'web3'] as const
export type LibraryName = (typeof libraryNames)[number]

/** Bundles ethers, viem and web3 with their cases, as one script for a page. */
export async function bundleLibraries(): Promise<string> {
  const input = fileURLToPath(new URL('./pageEntry.ts', import.meta.url))
  const result = await build({
    configFile: false,
    envFile: false,
    logLevel: 'silent',
    publicDir: false,
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'es2022', rollupOptions: { input, output: { format: 'iife' } } },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) =>
    'output' in part ? part.output : [],
  )
  const chunk = outputs.find((output) => output.type === 'chunk')
  if (!chunk) throw new Error('The libraries could not be bundled.')
  return chunk.code
}

/** Loads the script into the page, whatever it allows its own documents to load, and puts it over the page's provider. */
export async function useLibraries(page: Page, script: string, abi: Abi): Promise<void> {
  await page.evaluate(script)
  await page.evaluate((given) => window.useLibraries(given), abi)
}

/** One library of the page; each of its cases runs there. */
export function libraryOn(page: Page, library: LibraryName): Library {
  const call =
    (name: string) =>
    (...args: unknown[]) =>
      page.evaluate(
        ([of, at, given]) => {
          const cases = window.libraries[of] as unknown as Record<string, (...args: unknown[]) => unknown>
          return cases[at]?.(...given)
        },
        [library, name, args] as const,
      )
  return new Proxy({} as Library, {
    get: (_, name) => (typeof name === 'string' && name !== 'then' ? call(name) : undefined),
  })
}
