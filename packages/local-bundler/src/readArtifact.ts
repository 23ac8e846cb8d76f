import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Creation and run-time code of a compiled contract, as `0x…`. */
export type Bytecodes = { bytecode: `0x${string}`; deployedBytecode: `0x${string}` }

const isHex = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value)

/**
 * Reads the code of a contract that a package of npm brings.
 *
 * @param file such as `entry-point-0.7/artifacts/EntryPoint.json`
 * @throws Error when the file is missing or holds no code
 */
export function readArtifact(file: string): Bytecodes {
  const path = createRequire(import.meta.url).resolve(file)
  const { bytecode, deployedBytecode }: Record<string, unknown> = JSON.parse(readFileSync(path, 'utf8'))
  if (!isHex(bytecode) || !isHex(deployedBytecode)) throw new Error(`${file} holds no code.`)
  return { bytecode, deployedBytecode }
}
