import type { ThemeMode } from '@latchkey/core'

/** Mode and accent that go together; spread it into the options, and change what you like. */
export type ThemePreset = {
  themeMode: ThemeMode
  /** Readable in both modes: text on it and it as text have at least 4.5:1. */
  accent: string
}

/**
 * Three looks that keep the contrast in light and dark.
 *
 * @example
 * createLatchkey({ ...options, ...themePresets.forest })
 */
export const themePresets = {
  /** The wallet's own blue. */
  sea: { themeMode: 'auto', accent: '#586cdb' },
  forest: { themeMode: 'auto', accent: '#0b7a5c' },
  /** Grey, for a page that is loud enough. */
  ink: { themeMode: 'auto', accent: '#6a6f6f' },
} as const satisfies Record<string, ThemePreset>
