import { InvalidPathError } from './errors.ts'

/** From here on a step is hardened (BIP-32). */
export const HARDENED = 0x80000000
const MAX_DEPTH = 16

/** The steps of a derivation path. @throws InvalidPathError */
export function parsePath(path: string): number[] {
  if (!/^m(?:\/(?:0|[1-9][0-9]{0,9})'?)+$/.test(path)) throw new InvalidPathError()
  const steps = path.slice(2).split('/')
  if (steps.length > MAX_DEPTH) throw new InvalidPathError()
  return steps.map((step) => {
    const index = Number.parseInt(step, 10)
    if (index >= HARDENED) throw new InvalidPathError()
    return step.endsWith("'") ? index + HARDENED : index
  })
}
