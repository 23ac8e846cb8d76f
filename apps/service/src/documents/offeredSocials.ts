import type { Project } from '../config/projects.ts'
import type { ServiceConfig } from '../config/ServiceConfig.ts'

/** In the order of spec 9. */
const SOCIALS = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'] as const

/** Networks that the operator has credentials for, less those that the project has turned off, in the project's order. */
export function offeredSocials(
  { socials = {}, farcaster }: Pick<ServiceConfig, 'socials' | 'farcaster'>,
  { features }: Pick<Project, 'features'>,
): string[] {
  const wanted = features?.socials ?? SOCIALS
  if (wanted === false) return []
  return wanted.filter((name) =>
    name === 'farcaster' ? farcaster !== undefined : socials[name] !== undefined,
  )
}
