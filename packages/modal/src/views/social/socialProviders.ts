import type { SocialProvider } from '@latchkey/core'

type SocialLayout = {
  wide: readonly SocialProvider[]
  tiles: readonly SocialProvider[]
  /** Others are behind a step of its own. */
  hasMore: boolean
}

/** Tiles beside the one for more; without it, one more fits. */
const TILES = 4

/** Two networks are two tiles; else the first is wide and the others are tiles, four and a way to more where there are many. */
export function socialLayout(providers: readonly SocialProvider[]): SocialLayout {
  if (providers.length === 2) return { wide: [], tiles: providers, hasMore: false }
  const [first, ...rest] = providers
  const hasMore = rest.length > TILES + 1
  return { wide: first ? [first] : [], tiles: hasMore ? rest.slice(0, TILES) : rest, hasMore }
}
