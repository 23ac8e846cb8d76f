import type { LiteSVM } from 'litesvm'

/**
 * Solana's runtime in this process. It is a native part, loaded on first need: who starts no Solana chain needs none.
 *
 * @throws Error with the reason where there is no build of it for this machine
 */
export async function loadLiteSvm(): Promise<LiteSVM> {
  try {
    const { LiteSVM } = await import('litesvm')
    return new LiteSVM()
  } catch (cause) {
    const { platform, arch } = process
    const reason = `The local Solana chain needs litesvm, which does not load on ${platform}-${arch}. Run "npm ci" with optional dependencies.`
    throw new Error(reason, { cause })
  }
}
