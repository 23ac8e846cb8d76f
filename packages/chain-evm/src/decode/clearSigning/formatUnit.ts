import { formatUnits } from 'viem'

const prefixes = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const

/** Writes a number with its unit, as the format `unit` of ERC-7730 has it: 36000 s with a prefix is `36ks`. */
export function formatUnit(value: bigint, decimals: number, base: string, prefix: boolean): string {
  if (!prefix) return `${formatUnits(value, decimals)}${base}`
  const digits = (value < 0n ? -value : value).toString().length - decimals
  const steps = Math.max(0, Math.min(prefixes.length - 1, Math.floor((digits - 1) / 3)))
  return `${formatUnits(value, decimals + steps * 3)}${prefixes[steps]}${base}`
}

/** Writes seconds as `HH:MM:ss`, as the format `duration` of ERC-7730 has it; days stand before it. */
export function formatDuration(seconds: bigint): string {
  const two = (value: bigint) => value.toString().padStart(2, '0')
  const days = seconds / 86_400n
  const clock = `${two((seconds / 3_600n) % 24n)}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}`
  return days === 0n ? clock : `${days}d ${clock}`
}
