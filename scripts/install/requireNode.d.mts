export function isSupportedNode(version: string): boolean
export function requireNode(): void
