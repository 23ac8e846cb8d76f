import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * Finds the anvil program that npm installed for this platform. No install script has to have run.
 *
 * @throws Error when npm has no binary for the platform or it is not installed
 * @example
 * spawn(anvilBinary(), ['--port', '8545'])
 */
export function anvilBinary(platform: string = process.platform, arch: string = process.arch): string {
  const name = `@foundry-rs/anvil-${platform}-${ARCHITECTURES[arch] ?? arch}`
  const require = createRequire(import.meta.url)
  // The platform package is a dependency of the anvil package, which need not be hoisted.
  const roots = [require, createRequire(require.resolve('@foundry-rs/anvil/package.json'))]
  for (const root of roots) {
    try {
      const file = join(
        dirname(root.resolve(`${name}/package.json`)),
        'bin',
        platform === 'win32' ? 'anvil.exe' : 'anvil',
      )
      if (existsSync(file)) return file
    } catch {
      // Not reachable from here; the next root may reach it.
    }
  }
  throw new Error(`anvil for ${platform} ${arch} is not installed (${name}). Run npm ci.`)
}
